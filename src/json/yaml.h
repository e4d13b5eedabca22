/* Texts and numbers of YAML that tools of YAML 1.1 read as they are meant. */
#ifndef PLD_JSON_YAML_H
#define PLD_JSON_YAML_H

#include "statement/parts.h"

/* A text in quotes. */
void pld__yaml_quoted(pld__markup *to, const char *text);

/* A decimal number with a point, and a sign in front of an exponent. */
void pld__yaml_number(pld__markup *to, const char *number);

#endif
