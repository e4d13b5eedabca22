/* Moments of a mixture over a bell on lines beside the real one, where terms do not cancel though the exponent is complex.
 *
 * P = g r, Q = g, every mean of r at least 0; f(z) = g chi r^rho, rho = 1 + theta + it with t >= 0 and any real theta; its
 * integral is the moment M. c = r(x + iy)/r(x), D the spread of the means.
 *
 * Theorem (T90), lines. Let y be in the cone (T70). M is the integral of f(x + iy); |f(x + iy)| integrates to at most
 *     N(y) = e^(y^2/2) times the integral of g k |r(x + iy)|^(1+theta) e^(-+ t |arg c|),   k of (T78), - for y > 0, + for y < 0,
 * log N is convex in theta and, for y > 0, falls with t. The sum over nodes on the line y is off M by at most
 *     N(y + a)/(e^(2 pi a/h) - 1) + N(y - a)/(e^(2 pi a/h) - 1).
 *
 * Theorem (T91): chi(x + iy), by series on short pieces of the way from x. Both are proven in MATHEMATICS.md. */
#ifndef PLD_KERNEL_LINE_H
#define PLD_KERNEL_LINE_H

#include "kernel/moment.h"

/* Lines at y = 0, spacing, 2 spacing, ..; errors of sums on one are shown by those so many lines away. */
enum { PLD__KERNEL_LINES = 13, PLD__KERNEL_GAP = 3 };

typedef struct pld__kernel_line {
    long double y;
    long double *real, *imaginary, *error;                /* log r */
    long double *keep_real, *keep_imaginary, *keep_error; /* chi */
    double *log_bell;                                     /* (y^2 - x^2)/2 + log k, from above */
    double *size, *angle, *slack;                         /* log |r| and arg r, and how far they may be off */
} pld__kernel_line;

typedef struct pld__kernel_lines {
    const pld__kernel_factor *factor;
    const pld__kernel_nodes *nodes;
    pld__kernel_line line[PLD__KERNEL_LINES];
    long double spacing;
    long double mean_above[2], mean_below[2]; /* posterior means at the first and last node, from above and below */
    long double *room;
    double *work;
    bool sound;
} pld__kernel_lines;

/* Is it a mixture over a bell with means that are not negative? */
bool pld__kernel_lines_take(const pld__kernel_factor *factor);

/* Of nodes and a factor that stay. */
pld_status pld__kernel_lines_create(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, double spacing,
                                    pld__kernel_lines *lines);
void pld__kernel_lines_free(pld__kernel_lines *lines);

/* log N(y) of (T90), from above, y that of a line or (number < 0) minus that; INFINITY if nothing is known. */
double pld__kernel_line_log_size(const pld__kernel_lines *lines, int number, double theta, double t);
/* The same but for errors of the sum: an aim. */
double pld__kernel_line_log_sum(const pld__kernel_lines *lines, int number, double theta, double t);

/* log of the sum of J, the integral of g k r^(1+theta), with the k of a line: an aim. */
double pld__kernel_line_log_whole(const pld__kernel_lines *lines, int number, double theta);
/* log of the trapezoidal error of the sum of N at a step, over J. */
double pld__kernel_line_log_error(const pld__kernel_lines *lines, int number, double theta, double t, double step);

/* M(theta + it) itself from nodes on a line; theta may be off by `off`. */
pld__kernel_moment pld__kernel_line_moment(const pld__kernel_lines *lines, int number, long double theta, long double off,
                                           double t);

/* log M and its error, of M itself. */
pld__kernel_log pld__kernel_line_log(const pld__kernel_moment *moment);

#endif
