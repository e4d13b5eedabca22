/* delta(epsilon) of a composition from below and above, by laws of losses on bins that are as narrow as the question needs (T86).
 */
#ifndef PLD_VERIFY_BINS_H
#define PLD_VERIFY_BINS_H

#include "verify/leaf.h"

enum { PLD__VERIFY_MARKS = 64 };

/* A law on the way to the composition, and how often it occurs in it. */
typedef struct pld__verify_mark {
    pld__verify_law law;
    double times;
} pld__verify_mark;

/* The composition as a product of two laws, from below and from above. */
typedef struct pld__verify_bins {
    pld__verify_edges edges;
    pld__verify_law parts[PLD__VERIFY_ENDS][2];
    double least;
    pld__verify_mark marks[PLD__VERIFY_MARKS]; /* from above, to find better bins with */
    size_t mark_count;
    double work; /* couples of losses that were looked at */
} pld__verify_bins;

/* Bins for questions near epsilon, first about `count` of them, and such that what is below `least` in mass does not matter;
 * false where a step is not known here, or without memory. Clear in any case. */
bool pld__verify_bins_init(pld__verify_bins *bins, const pld__verify_factors *factors, const pld__aim *aims, double epsilon,
                           double log_target);
void pld__verify_bins_clear(pld__verify_bins *bins);

/* The same with about `count` bins, where the laws that there are show them to be needed. False without memory; then all is
 * cleared. */
bool pld__verify_bins_refine(pld__verify_bins *bins, const pld__verify_factors *factors, const pld__aim *aims, double epsilon,
                             size_t count);

/* About the work of a refinement with so many bins. */
double pld__verify_bins_work(const pld__verify_factors *factors, size_t count);

/* An enclosure of delta(epsilon); false without memory. */
bool pld__verify_bins_delta(const pld__verify_bins *bins, double epsilon, arb_t delta);

#endif
