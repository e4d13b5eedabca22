/* What the best attacker can do at many false-positive rates, and what follows for priors. */
#ifndef PLD_STUDY_TRADEOFF_H
#define PLD_STUDY_TRADEOFF_H

#include <pld/composition.h>
#include <pld/store.h>

/* Rates that show a whole curve: logarithmic where attacks are judged, regular where curves are drawn. */
#define PLD__TRADEOFF_RATES                                                                          \
    "1e-6,2e-6,5e-6,1e-5,2e-5,5e-5,1e-4,2e-4,5e-4,0.001,0.002,0.005,0.01,0.02,0.05,0.1..0.95:+0.05," \
    "0.98,0.99,0.999"

/* What an attack did: its rates, and how small and large they are for certain. */
typedef struct pld__attack_region {
    double fpr, fpr_upper, tpr, tpr_lower;
} pld__attack_region;

/* The first part is the question, borrowed; the second is filled in by pld__tradeoff_compute and freed by pld__tradeoff_free. */
typedef struct pld__tradeoff {
    const pld_composition *composition;
    const pld_options *options;
    const double *rates, *priors;
    size_t rate_count, prior_count;
    const pld__attack_region *region; /* to be shown beside it, or NULL */

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
