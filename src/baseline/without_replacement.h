/* RDP of a Gaussian sampled without replacement. */
#ifndef PLD_BASELINE_WITHOUT_REPLACEMENT_H
#define PLD_BASELINE_WITHOUT_REPLACEMENT_H

/* The bound of Wang, Balle and Kasiviswanathan at a whole order >= 2; `rate` is B/N, `noise` is sigma for clip norm 1. */
double pld__without_replacement_rdp(double rate, double noise, int order);

#endif
