/* The mu of Gaussian differential privacy of a composition: the search for lines that tell it. */
#ifndef PLD_QUERY_GAUSSIAN_MU_H
#define PLD_QUERY_GAUSSIAN_MU_H

#include <pld/query.h>

/* Why there is no number. */
typedef enum pld__mu_trouble {
    PLD__MU_FINE = 0,
    PLD__MU_EMPTY,    /* no false-positive rate is both allowed and leaves a false-negative rate that is */
    PLD__MU_INFINITE, /* mass at infinite loss: no mu holds down to a rate of 0 */
    PLD__MU_UNBOUNDED /* losses without end: nothing is known of the rates near 0 */
} pld__mu_trouble;

typedef struct pld__mu_answer {
    pld__mu_trouble trouble;
    pld_bracket mu;
    double attained_at; /* the false-positive rate that the lower end is from; NAN where it is exact for all */
    pld_direction direction;
    bool exact; /* all steps together are one Gaussian */
    double tolerance;
    bool tolerance_met, theory_gap;
    unsigned queries;
} pld__mu_answer;

/* f >= f_mu at all rates with fpr >= least and fnr >= least, 0 <= least < 1/2; 0 asks for all rates. The width is that of the
 * options, relative to mu (default 1e-4). */
PLD_WARN_UNUSED pld_status pld__query_mu(const pld_step *steps, size_t step_count, double least, const pld_options *options,
                                         pld__mu_answer *answer, pld_error *error);

#endif
