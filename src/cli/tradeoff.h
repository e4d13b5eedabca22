/* What `pld tradeoff` computes: errors of the best attack at many false-positive rates, and what follows for priors. */
#ifndef PLD_CLI_TRADEOFF_H
#define PLD_CLI_TRADEOFF_H

#include "cli/composition.h"

typedef struct pld__tradeoff {
    const pld__command_line *line;
    pld__composition composition;
    double *rates, *priors; /* as given */
    size_t rate_count, prior_count;
    pld_result advantage; /* delta(0): log of the total variation */
    pld_attack *attacks;  /* at each rate */
    pld_posterior *posteriors;
    double seconds;
} pld__tradeoff;

bool pld__tradeoff_tolerance_met(const pld__tradeoff *tradeoff);

/* How often the claim "it is there" is right ("it is not there" if only the direction add is asked for). */
pld_bracket pld__tradeoff_precision(const pld__tradeoff *tradeoff, size_t prior, size_t rate);

/* Prints it as a table, or as JSON (schema pld.tradeoff/1). */
PLD_WARN_UNUSED pld_status pld__tradeoff_print(const pld__tradeoff *tradeoff, FILE *stream);
PLD_WARN_UNUSED pld_status pld__tradeoff_json(const pld__tradeoff *tradeoff, FILE *stream);

/* Refuses, before anything is computed, what could not be written in the end. */
PLD_WARN_UNUSED pld_status pld__tradeoff_check_output(const pld__tradeoff *tradeoff, pld_error *error);
/* Writes the file of -o: one series over fpr. */
PLD_WARN_UNUSED pld_status pld__tradeoff_write(const pld__tradeoff *tradeoff, pld_error *error);

#endif
