/* What the best attacker can do at many false-positive rates, and what follows for priors. */
#ifndef PLD_STUDY_TRADEOFF_H
#define PLD_STUDY_TRADEOFF_H

#include <pld/composition.h>
#include <pld/store.h>

/* The first part is the question, borrowed; the second is filled in by pld__tradeoff_compute and freed by pld__tradeoff_free. */
typedef struct pld__tradeoff {
    const pld_composition *composition;
    const pld_options *options;
    const double *rates, *priors;
    size_t rate_count, prior_count;

    pld_result advantage; /* delta(0): log of the total variation */
    pld_attack *attacks;  /* at each rate */
    pld_posterior *posteriors;
} pld__tradeoff;

/* The watcher is that of pld_query_tradeoff. */
PLD_WARN_UNUSED pld_status pld__tradeoff_compute(pld__tradeoff *tradeoff, pld_curve_watcher *watcher, void *context,
                                                 pld_error *error);
void pld__tradeoff_free(pld__tradeoff *tradeoff);

bool pld__tradeoff_tolerance_met(const pld__tradeoff *tradeoff);

/* How often the claim "it is there" is right ("it is not there" if only the direction add is asked for). */
pld_bracket pld__tradeoff_precision(const pld__tradeoff *tradeoff, size_t prior, size_t rate);

/* Refuses, before anything is computed, what could not be written in the end. */
PLD_WARN_UNUSED pld_status pld__tradeoff_check_output(const pld__tradeoff *tradeoff, const char *path, pld_store_mode mode,
                                                      const char *series, pld_error *error);
/* One series over fpr; `series` is its name, NULL: the families. */
PLD_WARN_UNUSED pld_status pld__tradeoff_write(const pld__tradeoff *tradeoff, const char *path, pld_store_mode mode,
                                               const char *series, const char *command, pld_error *error);

#endif
