/* Pieces of mixture pairs, roughly: points for planning, moments for estimates. Nothing is certified by them. */
#include "base/base.h"
#include "base/complex.h"
#include "pair/pieces.h"

#include <math.h>
#include <stdlib.h>

static int by_loss(const void *first, const void *second) {
    const pld__sketch_point *a = first, *b = second;
    return (a->loss > b->loss) - (a->loss < b->loss);
}

static pld__sketch_point point_at(const pld__mixture_pair *pair, const pld__piece *piece, double x, double step) {
    pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, x), q = pld__mixture_density_evaluate(&pair->q, x);
    double log_p = pld__mixture_log_density(&pair->p, &p, x), log_q = pld__mixture_log_density(&pair->q, &q, x);
    double log_step = log(step) + (double)logl(piece->weight);
    return piece->exchanged ? (pld__sketch_point){log_q + log_step, log_p + log_step, log_q - log_p}
                            : (pld__sketch_point){log_p + log_step, log_q + log_step, log_p - log_q};
}

/* The stretch of a piece as far as `reach` from all means, in so many steps. */
static size_t steps_of(const pld__mixture_pair *pair, const pld__piece *piece, double reach, double refinement, double *low,
                       double *step) {
    *low = fmax(piece->from, pair->lowest_mean - reach);
    double high = fmin(piece->to, pair->highest_mean + reach), length = fmax(high - *low, 1e-3);
    double spacing = pair->p.spacing + pair->q.spacing;
    double wanted = fmax(0.25 / fmax(1, spacing), length / 20000) / refinement;
    size_t count = (size_t)ceil(length / wanted) + 1;
    *step = length / (double)count;
    return count;
}

pld_status pld__pieces_sketch_points(const void *object, double reach, unsigned refinement, pld__sketch_point **points,
                                     size_t *point_count) {
    const pld__pieces *pieces = object;
    size_t count = pieces->still > 0, filled = 0;
    double low, step;
    reach = fmin(reach, PLD__MIXTURE_REACH);
    for (size_t i = 0; i < pieces->count; i++)
        count += steps_of(&pieces->sides[pieces->piece[i].sides], &pieces->piece[i], reach, refinement, &low, &step);
    pld__sketch_point *made = pld__allocate(count, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pieces->count; i++) {
        const pld__piece *piece = &pieces->piece[i];
        const pld__mixture_pair *pair = &pieces->sides[piece->sides];
        size_t steps = steps_of(pair, piece, reach, refinement, &low, &step);
        for (size_t k = 0; k < steps; k++)
            made[filled++] = point_at(pair, piece, low + ((double)k + 0.5) * step, step);
    }
    if (pieces->still > 0)
        made[filled++] = (pld__sketch_point){(double)logl(pieces->still), (double)logl(pieces->still), 0};
    qsort(made, filled, sizeof *made, by_loss);
    *points = made;
    *point_count = filled;
    return PLD_OK;
}

/* Gauss-Legendre with five points on panels of the sketch, out to where p^(1+s) q^-s has its bells. */
double complex pld__pieces_log_moment(const void *object, double complex s) {
    static const double node[5] = {-0.90617984593866399280, -0.53846931010568309104, 0, 0.53846931010568309104,
                                   0.90617984593866399280};
    static const double weight[5] = {0.23692688505618908751, 0.47862867049936646804, 0.56888888888888888889,
                                     0.47862867049936646804, 0.23692688505618908751};
    const pld__pieces *pieces = object;
    double largest = -INFINITY, low, step;
    double complex sum = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1 && pieces->still > 0)
            sum += (double)pieces->still * exp(-largest);
        else if (pieces->still > 0)
            largest = 0;
        for (size_t i = 0; i < pieces->count; i++) {
            const pld__piece *piece = &pieces->piece[i];
            const pld__mixture_pair *pair = &pieces->sides[piece->sides];
            double range = pair->highest_mean - pair->lowest_mean, reach = 14 + (fabs(creal(s)) + 1) * range;
            size_t steps = steps_of(pair, piece, reach, 1 + fabs(cimag(s)) * range / 8, &low, &step);
            for (size_t k = 0; k < 5 * steps; k++) {
                double x = low + step * ((double)(k / 5) + (1 + node[k % 5]) / 2);
                pld__sketch_point at = point_at(pair, piece, x, step * weight[k % 5] / 2);
                double grown = at.log_p + creal(s) * at.loss, phase = cimag(s) * at.loss;
                if (pass == 0)
                    largest = fmax(largest, grown);
                else
                    sum += exp(grown - largest) * pld__complex(cos(phase), sin(phase));
            }
        }
    }
    return largest + clog(sum);
}
