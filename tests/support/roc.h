/* The best test between two distributions, computed plainly in long double: nothing of src/ is called. */
#ifndef TESTS_SUPPORT_ROC_H
#define TESTS_SUPPORT_ROC_H

#include "support/discrete.h"
#include "support/oracle.h"

/* The z with Pr[Z > z] = a, and Pr[Z > z]. */
long double roc_normal_quantile(long double a);
long double roc_normal_tail(long double z);

/* The largest P(A) with Q(A) = a: of N(mu, 1) and N(0, 1); of mixtures along which the loss increases; outcome by outcome, the
 * most telling first, of `steps` repetitions (outcomes to the power of steps must be at most 200000). */
long double roc_gaussian(long double mu, long double a);
long double roc_mixture(const oracle_pair *pair, long double a);
long double roc_discrete(const discrete_pair *pair, unsigned steps, long double a);

#endif
