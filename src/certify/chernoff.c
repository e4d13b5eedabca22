/* Theorem (T34). For any lambda > 0, with K the sum of the log moments of all steps at lambda,
 *     delta(epsilon) <= C e^(K - lambda epsilon),   C = lambda^lambda/(1 + lambda)^(1 + lambda).
 * Proof. (1 - e^-y)_+ <= C e^(lambda y) for all y (bound/hockey.h), and moments of independent losses multiply.
 * Any upper bound of K will do; which lambda is looked at only decides how tight it is. */
#include "certify/chernoff.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "kernel/kernel.h"
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

enum { MOST_DIFFERENT = 64 };

/* The steps as kernels see them, with nodes for mixtures; *taken: they take them all, and all losses are finite. */
static pld_status gather(const pld_step *list, size_t count, pld_direction direction, pld__kernel_steps *steps,
                         pld__kernel_nodes **nodes, bool *taken) {
    static const double APART = 0.125, FARTHEST = 20;
    const pld__kernel_cut none = {INFINITY, 1};
    const int64_t last = (int64_t)(FARTHEST / APART);
    long double sure, lost;
    pld_status status = pld__kernel_steps_create(count, steps);
    *taken = status == PLD_OK;
    for (size_t i = 0; i < count && *taken; i++)
        *taken = pld__kernel_steps_add(steps, list[i].mechanism, direction, list[i].count);
    *taken &= steps->count <= MOST_DIFFERENT; /* each has nodes of its own */
    if (!*taken)
        return status;
    *nodes = pld__allocate(steps->count + 1, sizeof **nodes);
    status = *nodes ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t m = 0; m < steps->count && status == PLD_OK; m++)
        (*nodes)[m] = (pld__kernel_nodes){0};
    for (size_t m = 0; m < steps->count && status == PLD_OK; m++) {
        *taken &= steps->factors[m].laplace.ratio == 0 || pld__kernel_is_closed(&steps->factors[m]);
        if (steps->factors[m].laplace.ratio == 0)
            status = pld__kernel_nodes_create(&steps->factors[m], APART, -last, last, none, &(*nodes)[m]);
    }
    pld__kernel_steps_infinite(steps, &sure, &lost);
    *taken &= status == PLD_OK && lost == 0;
    return status;
}

/* Moments from above by (T71) and (T75); where the nodes do not reach, nothing is known. The bound falls and then rises in
 * lambda, but for what is not known. */
pld_status pld__chernoff_by_kernels(const pld_step *list, size_t count, pld_direction direction, double epsilon,
                                    double *log_upper) {
    pld__kernel_steps steps = {0};
    pld__kernel_nodes *nodes = NULL;
    bool taken;
    *log_upper = 0;
    pld_status status = gather(list, count, direction, &steps, &nodes, &taken);
    for (double lambda = 0x1p-4; lambda < 0x1p14 && taken && status == PLD_OK; lambda *= 2) {
        long double moment = INFINITY, way = lambda * (long double)epsilon;
        status = pld__kernel_steps_log_upper(&steps, nodes, lambda, &moment);
        long double bound = moment - way + logl((long double)pld__bound_hockey_maximum(lambda));
        bound += 1e-15L * (fabsl(moment) + fabsl(way) + 1);
        if (bound < 0 && bound > *log_upper)
            break;
        *log_upper = bound < 0 ? fmin(*log_upper, (double)bound * (1 - 1e-15)) : *log_upper;
    }
    for (size_t m = 0; m < steps.count && nodes; m++)
        pld__kernel_nodes_free(&nodes[m]);
    pld__free(nodes);
    pld__kernel_steps_free(&steps);
    return status;
}
