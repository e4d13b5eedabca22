/* delta(epsilon) of mixtures over bells from a contour that bends away from the line Re s = theta, so that what clings to the
 * hard edge of the loss falls as e^(-distance to the edge) does, and few frequencies are enough for few steps.
 *
 * M(sigma) is the moment of the composed loss of P = g r against Q = g, whose loss is at least its edge. sigma_0 = theta for
 * (P, Q), -1 - theta for (Q, P), theta > 0.
 *
 * Theorem (T92), bent contour. With sigma(z) = sigma_0 + iz + c z^2/(t_0^2 + z^2), c >= 0, spacing eta,
 *     delta(epsilon) = eta/(2 pi) sum over whole k of F(sigma(k eta)) sigma'(k eta)/i + error,
 *     F = M(sigma) e^(-s epsilon)/(sigma (sigma + 1)),   s = sigma or -1 - sigma,
 *     |error| <= sum over d = left, -right of (2 pi)^-1 (integral of |F sigma'| over the line Im z = d)/(e^(2 pi |d|/eta) - 1),
 * if left, right < t_0, 2 c d t_0^2 < (t_0^2 - d^2)^2 for both, and no pole lies between: see MATHEMATICS.md.
 *
 * Theorem (T93), corners. N of (T90) on one line y >= 0 is log-convex in (theta, t) and falls with t. So |M(sigma)|
 * e^(-Re s epsilon) is, within r of the straight way from sigma_a to sigma_b, at most the largest value of N e^(-Re s epsilon) at
 * sigma_a +- r - ir and sigma_b +- r - ir.
 *
 * Theorem (T94), dropped. Leaving out the frequencies in (b, e] changes the sum by at most the supremum of |F sigma'| there times
 * (e - b + eta)/pi, all those behind b >= 2 eta by that of |M e^(-s epsilon) sigma'| times (1 + 2 eta/b)/(pi b). */
#ifndef PLD_KERNEL_BEND_H
#define PLD_KERNEL_BEND_H

#include "kernel/kernel.h"
#include "kernel/line.h"

/* How to add up: any values are valid, good ones are tight. */
typedef struct pld__kernel_bend {
    bool reversed;         /* (Q, P) is asked about */
    double theta;          /* > 0 */
    double bend, knee;     /* c and t_0 */
    double left, right;    /* how far the contour is moved for its error */
    double spacing;        /* eta; at most 24 bits */
    size_t frequencies;    /* K, at most 2^20 */
    double lines;          /* spacing of the lines of (T90) */
    pld__kernel_grid grid; /* of the one factor's nodes; `shift` is not used */
    double guess;          /* an epsilon near the answer */
} pld__kernel_bend;

enum { PLD__KERNEL_PIECES = 160 };

/* A piece of a contour, Im sigma > 0: log of what it adds, but for epsilon, if |M| was what it is at each corner of a quadrangle
 * around it. */
typedef struct pld__kernel_piece {
    long double corner[4], log[4]; /* Re sigma; log of the bound there times length over pi */
    long double more;              /* of a single step: the part of each log that its count does not multiply */
} pld__kernel_piece;

typedef struct pld__kernel_pieces {
    pld__kernel_piece of[3][PLD__KERNEL_PIECES]; /* of both moved contours; of what is dropped */
    size_t count[3];
} pld__kernel_pieces;

/* What one step says on a contour, however often it is composed (T120). */
typedef struct pld__kernel_bow {
    pld__kernel_bend how;
    long double start;                     /* sigma_0 */
    size_t count;                          /* of terms: K + 1 */
    long double *real;                     /* Re sigma of a term; owned, as all lists in one allocation */
    long double *size, *angle, *error;     /* of M: log of its modulus, its angle, how far both may be off */
    long double *more, *turn, *more_error; /* of the other factors of a term */
    long double off;                       /* of `real`, relative to the size of its parts */
    pld__kernel_pieces pieces;
    long double lost; /* mass that the cut does not keep, of one step */
    bool usable;
} pld__kernel_bow;

pld_status pld__kernel_bow_create(const pld__kernel_factor *factor, const pld__kernel_bend *how, pld__kernel_bow *bow);
void pld__kernel_bow_free(pld__kernel_bow *bow);

/* So many steps composed. */
typedef struct pld__kernel_bent {
    pld__kernel_bend how;
    long double start;
    size_t count;
    long double *log_size, *angle, *error; /* of a term over e^(-s epsilon): log of its modulus, its angle, relative error */
    long double *real;
    long double off;
    pld__kernel_pieces pieces;
    long double scale;
    long double lost;
    bool usable;
} pld__kernel_bent;

pld_status pld__kernel_bent_create(const pld__kernel_bow *bow, long double count, pld__kernel_bent *bent);
void pld__kernel_bent_free(pld__kernel_bent *bent);

pld__kernel_bounds pld__kernel_bent_log_delta(const pld__kernel_bent *bent, double epsilon);

#endif
