/* Many factors that differ in their noise alone, by rows of few.
 *
 * Theorem (T118), blends. Let factors have squares v_m of means in [low, high] and counts T_m, and l_j be the polynomials that
 * are 1 at one of n Chebyshev nodes v_j there and 0 at the others. With W_j = sum_m T_m l_j(v_m), sum_m T_m log M(s; v_m) is
 * sum_j W_j log M(s; v_j) but for sum_m T_m times the rest of (T117) with C a bound of |log M| (T116), and sum_m T_m log I(v_m)
 * is at most sum_j W_j (I(v_j) - 1) and that rest with C a bound of |I|. So n rows and n numbers serve any number of factors. */
#ifndef PLD_KERNEL_BLEND_H
#define PLD_KERNEL_BLEND_H

#include "kernel/row.h"

enum { PLD__KERNEL_BLEND_NODES = 64 };

/* How: any values are valid, good ones are tight. */
typedef struct pld__kernel_blend {
    double low, high;      /* squares of means of its factors lie between these */
    size_t nodes;          /* at most PLD__KERNEL_BLEND_NODES */
    double turn;           /* b of (T116): the contour of a row that shows the decay is moved by that over its mean */
    pld__kernel_grid grid; /* of every row, without a cut */
} pld__kernel_blend;

/* Factors as they are added. */
typedef struct pld__kernel_blended {
    const pld__kernel_blend *blend;
    pld__kernel_factor first; /* the first of them */
    size_t members;
    long double count;                         /* of all */
    long double sums[PLD__KERNEL_BLEND_NODES]; /* of counts times Chebyshev polynomials at the factors */
    bool sound;
} pld__kernel_blended;

/* Is it a step that is sampled at a rate, or not at all, on one side, and has one mean but 0? */
bool pld__kernel_blend_takes(const pld__kernel_factor *factor);
/* The square of that mean. */
long double pld__kernel_blend_square(const pld__kernel_factor *factor);
/* May both be in one blend, if it is wide enough? */
bool pld__kernel_blend_alike(const pld__kernel_factor *a, const pld__kernel_factor *b);

void pld__kernel_blended_start(const pld__kernel_blend *blend, pld__kernel_blended *blended);
/* One that does not belong makes it unsound: nothing is known of it then. */
void pld__kernel_blended_add(pld__kernel_blended *blended, const pld__kernel_factor *factor);
/* All of them composed, as a row of which there is one. */
pld_status pld__kernel_blended_row(const pld__kernel_blended *blended, const pld__kernel_axis *axis, pld__kernel_row *row);

#endif
