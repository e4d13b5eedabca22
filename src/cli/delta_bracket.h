/* A bracket of log delta in other units, rounded outward. */
#ifndef PLD_CLI_DELTA_BRACKET_H
#define PLD_CLI_DELTA_BRACKET_H

#include <pld/query.h>

/* delta itself, at most 1; 0 or subnormal where it is too small for a double. */
pld_bracket pld__bracket_as_delta(const pld_bracket *log_bracket);

/* Its decimal log, at most 0. */
pld_bracket pld__bracket_as_log10(const pld_bracket *log_bracket);

#endif
