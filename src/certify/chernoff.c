/* Theorem (T34). For any lambda > 0, with K the sum of the log moments of all steps at lambda,
 *     delta(epsilon) <= C e^(K - lambda epsilon),   C = lambda^lambda/(1 + lambda)^(1 + lambda).
 * Proof. (1 - e^-y)_+ <= C e^(lambda y) for all y (bound/hockey.h), and moments of independent losses multiply.
 * Any upper bound of K will do; which lambda is looked at only decides how tight it is. */
#include "certify/chernoff.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "kernel/moment.h"
#include "pair/pair.h"

#include <math.h>

/* K at lambda, from above; the rounding of sums and products in long double is far below 1e-12 of the sizes. */
static long double moment_upper(const pld_step *steps, size_t step_count, pld_direction direction, double lambda) {
    long double sum = 0, sizes = 0;
    for (size_t i = 0; i < step_count; i++) {
        const pld_mechanism *mechanism = steps[i].mechanism;
        if (mechanism->trivial)
            continue;
        double supremum = pld__mechanism_supremum_upper(mechanism, direction), log_moment = lambda * fmax(supremum, 0);
        if (mechanism->operations->log_moment_upper && !(mechanism->dropped > 0) && !(mechanism->infinity[direction] > 0))
            log_moment = fmin(log_moment, mechanism->operations->log_moment_upper(mechanism->pair, direction, lambda));
        sum += (long double)steps[i].count * log_moment;
        sizes += (long double)steps[i].count * fabsl((long double)log_moment);
    }
    return sum + 1e-12L * sizes;
}

static double bound_at(const pld_step *steps, size_t step_count, pld_direction direction, double epsilon, double lambda) {
    long double moment = moment_upper(steps, step_count, direction, lambda), way = lambda * (long double)epsilon;
    long double bound = moment - way + logl((long double)pld__bound_hockey_maximum(lambda));
    bound += 1e-15L * (fabsl(moment) + fabsl(way) + 1);
    return isnan(bound) ? 0 : (double)fminl(bound, 0);
}

double pld__chernoff_log_upper(const pld_step *steps, size_t step_count, pld_direction direction, double epsilon) {
    double best = 0, at = 1;
    for (double lambda = 1e-6; lambda < 1e9; lambda *= 2) {
        double bound = bound_at(steps, step_count, direction, epsilon, lambda);
        if (bound < best) {
            best = bound;
            at = lambda;
        }
    }
    for (double factor = 1.5; factor > 1 + 1e-6; factor = sqrt(factor))
        for (int side = -1; side <= 1; side += 2) {
            double lambda = side < 0 ? at / factor : at * factor, bound = bound_at(steps, step_count, direction, epsilon, lambda);
            if (bound < best) {
                best = bound;
                at = lambda;
            }
        }
    return best < 0 ? best * (1 - 1e-15) : 0;
}

/* Moments from above by (T71) and (T75); where the nodes do not reach, nothing is known. */
pld_status pld__chernoff_by_kernel(const pld_step *step, pld_direction direction, double epsilon, double *log_upper) {
    static const double NODES = 0.125, FARTHEST = 20;
    const pld__kernel_cut none = {INFINITY, 1};
    *log_upper = 0;
    pld__kernel_factor *factor = pld__allocate(1, sizeof *factor);
    pld__kernel_nodes nodes = {0};
    if (!factor)
        return PLD_ERROR_MEMORY;
    pld__kernel_factor_fill(step->mechanism, direction, step->count, factor);
    int64_t last = factor->laplace.ratio > 0 ? 0 : (int64_t)(FARTHEST / NODES);
    pld_status status = last > 0 ? pld__kernel_nodes_create(factor, NODES, -last, last, none, &nodes) : PLD_OK;
    for (double lambda = 0x1p-4; lambda < 0x1p14 && last > 0 && status == PLD_OK; lambda *= 2) {
        pld__kernel_tilted tilted;
        pld__kernel_tilt(factor, &nodes, lambda, &tilted);
        if (!(tilted.moment_upper < INFINITY))
            continue;
        long double one = log1pl(tilted.excess_upper), moment = factor->count * one, way = lambda * (long double)epsilon;
        long double bound = moment - way + logl((long double)pld__bound_hockey_maximum(lambda));
        bound += 1e-15L * (fabsl(moment) + fabsl(way) + 1);
        *log_upper = bound < 0 ? fmin(*log_upper, (double)bound * (1 - 1e-15)) : *log_upper;
    }
    pld__kernel_nodes_free(&nodes);
    pld__free(factor);
    return status;
}
