/* The transform of a law at one frequency after the other.
 *
 * A_k = sum of w e^(i k phi), phi = unit (loss - centre), is kept as A_k - 1, summed from the w (e^(i k phi) - 1): with phi
 * measured from the mean it is small at low frequencies, and the T-th power e^(T log(1 + (A_k - 1))) loses nothing as T grows. */
#ifndef PLD_COMPOSE_PHASORS_H
#define PLD_COMPOSE_PHASORS_H

#include "law/law.h"

typedef struct pld__phasors {
    const pld__law *law;
    long double centre;                                    /* a loss */
    double *weight, *angle;                                /* of the nodes; padded with zeros to whole blocks */
    double *real, *imaginary, *step_real, *step_imaginary; /* e^(i k phi) - 1, and e^(i phi) - 1 */
    size_t padded;
    uint64_t k;    /* the frequency that comes next */
    double excess; /* sum of the weights less 1 */
    double spread; /* sum of w |phi| */
} pld__phasors;

/* For a law whose weights sum to about 1; borrows it. */
pld_status pld__phasors_create(const pld__law *law, double unit, pld__phasors *phasors);
void pld__phasors_free(pld__phasors *phasors);

/* A_k - 1 at k = 0, 1, 2 .., one more with each call. */
void pld__phasors_next(pld__phasors *phasors, double *real, double *imaginary);

/* Bounds the absolute error of what was returned for k. */
double pld__phasors_error(const pld__phasors *phasors, double k);

#endif
