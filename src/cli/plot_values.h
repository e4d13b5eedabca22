/* Lengths and limits of a figure as they are given on the command line. */
#ifndef PLD_CLI_PLOT_VALUES_H
#define PLD_CLI_PLOT_VALUES_H

#include <pld/status.h>

/* 3.25in, 85mm, 8.5cm or 234pt, in inches; from 1 to 40 inches. */
PLD_WARN_UNUSED pld_status pld__length_parse(const char *text, double *inches, pld_error *error);

/* LOW..HIGH or LOW,HIGH with LOW < HIGH. */
PLD_WARN_UNUSED pld_status pld__limits_parse(const char *text, double *low, double *high, pld_error *error);

#endif
