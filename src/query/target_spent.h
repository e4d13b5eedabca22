/* What a composition spends of a target: one measure for every kind of target. */
#ifndef PLD_QUERY_TARGET_SPENT_H
#define PLD_QUERY_TARGET_SPENT_H

#include <pld/query.h>

/* A certified bracket of log(spent/allowed), and what it proves. */
typedef struct pld__target_spent {
    double lower, estimate,
        upper;    /* -INFINITY: nothing is spent; INFINITY: no finite amount would do. The estimate is a guess if need be */
    bool within;  /* certified: at most what is allowed */
    bool beyond;  /* certified: more than that */
    bool sharp;   /* the estimate is much better than the bracket */
    bool reached; /* the bracket is as narrow as was asked */
    pld_bracket bracket; /* in the target's own terms: epsilon, advantage, true-positive rate or mu */
    double tolerance;    /* that the question was asked with: relative, of an attack absolute; 0: the options' own */
} pld__target_spent;

/* The width, as a log near the target, that the options' own tolerances ask for; 0 if they ask for none. */
double pld__target_accuracy(const pld_target *target, const pld_options *options);

PLD_WARN_UNUSED pld_status pld__target_check(const pld_target *target, pld_error *error);

/* `accuracy` is the width asked of the bracket of logs, near the target; away from it, about as many digits of what is spent. 0:
 * the options' own tolerances are taken. */
PLD_WARN_UNUSED pld_status pld__target_measure(const pld_target *target, const pld_step *steps, size_t step_count,
                                               const pld_options *options, double accuracy, pld__target_spent *spent,
                                               pld_error *error);

#endif
