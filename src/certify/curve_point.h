/* Certified deltas as points of the hockey-stick curve D(x) = sup over A of P(A) - x Q(A), and what follows from one of them. */
#ifndef PLD_CERTIFY_CURVE_POINT_H
#define PLD_CERTIFY_CURVE_POINT_H

#include "bound/attack_power.h"

#include <pld/query.h>

/* delta from the ends of its log, rounded outward. */
void pld__delta_ends(const pld_bracket *log_delta, double *low, double *high);

/* D at log x from delta at |log x|: of the direction itself for log x >= 0, of the other one below. */
pld__support pld__curve_point(double log_x, double low, double estimate, double high);

/* At which epsilon, of which direction, delta tells how well somebody with a prior can guess. */
typedef struct pld__guessing {
    pld_direction direction;
    double epsilon;
    double chance; /* of what is rarer */
} pld__guessing;

pld__guessing pld__guessing_with(double prior);

/* How often the best guess is right, from the curve there; the estimate is inside. */
pld_bracket pld__guessing_accuracy(const pld__guessing *guessing, const pld__support *there);

/* 1 - x, outward. */
pld_bracket pld__complement(const pld_bracket *of);

#endif
