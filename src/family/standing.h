/* What is proven of a pair: whether it is a bound for the mechanism it stands for, and whether the mechanism can be as bad. Every
 * sentence about privacy depends on it. */
#ifndef PLD_FAMILY_STANDING_H
#define PLD_FAMILY_STANDING_H

#include "pair/pair.h"

typedef enum pld__standing {
    PLD__STANDING_GIVEN,      /* a pair and nothing else: both ends are the pair's, what it bounds is not known here */
    PLD__STANDING_ATTAINED,   /* some data sets are as bad, so the lower end holds; that none is worse is not proven */
    PLD__STANDING_RESTRICTED, /* the same, and proven where the other records' part does not depend on the draw */
    PLD__STANDING_DOMINATES,  /* none is worse, so the upper end holds; that one is as bad is not claimed */
    PLD__STANDING_WORST_CASE  /* both */
} pld__standing;

/* From the traits alone, so that notes can be written before there is a pair. */
pld__standing pld__traits_standing(const pld__traits *traits);

#endif
