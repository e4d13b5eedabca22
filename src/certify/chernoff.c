/* Theorem (T34). For any lambda > 0, with K the sum of the log moments of all steps at lambda,
 *     delta(epsilon) <= C e^(K - lambda epsilon),   C = lambda^lambda/(1 + lambda)^(1 + lambda).
 * Proof. (1 - e^-y)_+ <= C e^(lambda y) for all y (bound/hockey.h), and moments of independent losses multiply.
 * Any upper bound of K will do; which lambda is looked at only decides how tight it is. */
#include "certify/chernoff.h"

#include "base/base.h"
#include "base/minimum.h"
#include "bound/hockey.h"
#include "kernel/kernel.h"
#include "pair/pair.h"

#include <math.h>

/* Steps in a direction; `known` asks for moments of what pairs stand for, where these are known to be smaller (T171), at an
 * epsilon or a log delta. */
typedef struct {
    const pld_step *steps;
    size_t step_count;
    pld_direction direction;
    bool known;
    double given;
} asked;

/* K at lambda, from above; the rounding of sums and products in long double is far below 1e-12 of the sizes. */
static long double moment_upper(const asked *of, double lambda) {
    long double sum = 0, sizes = 0;
    pld_direction direction = of->direction;
    for (size_t i = 0; i < of->step_count; i++) {
        const pld_mechanism *mechanism = of->steps[i].mechanism;
        if (mechanism->trivial)
            continue;
        double supremum = pld__mechanism_supremum_upper(mechanism, direction), log_moment = lambda * fmax(supremum, 0);
        if (mechanism->operations->log_moment_upper && !(mechanism->dropped > 0) && !(mechanism->infinity[direction] > 0))
            log_moment = fmin(log_moment, mechanism->operations->log_moment_upper(mechanism->pair, direction, lambda));
        if (of->known && mechanism->moment_upper)
            log_moment = fmin(log_moment, mechanism->moment_upper(mechanism, direction, lambda));
        sum += (long double)of->steps[i].count * log_moment;
        sizes += (long double)of->steps[i].count * fabsl((long double)log_moment);
    }
    return sum + 1e-12L * sizes;
}

static double delta_at(const void *context, double lambda) {
    const asked *of = context;
    long double moment = moment_upper(of, lambda), way = lambda * (long double)of->given;
    long double bound = moment - way + logl((long double)pld__bound_hockey_maximum(lambda));
    bound += 1e-15L * (fabsl(moment) + fabsl(way) + 1);
    return isnan(bound) ? 0 : (double)fminl(bound, 0);
}

/* epsilon at which the bound above is the given delta: (K + log C - log delta)/lambda. */
static double epsilon_at(const void *context, double lambda) {
    const asked *of = context;
    long double moment = moment_upper(of, lambda), rest = logl((long double)pld__bound_hockey_maximum(lambda)) - of->given;
    long double bound = (moment + rest + 1e-15L * (fabsl(moment) + fabsl((long double)of->given) + 1)) / lambda;
    return isnan(bound) ? INFINITY : (double)(fmaxl(bound, 0) * (1 + 1e-15L));
}

/* The least value of a bound over lambda: any lambda is one. */
static double least(pld__curve *bound, const asked *of, double best) {
    double at = 1;
    for (double lambda = 1e-6; lambda < 1e9; lambda *= 2) {
        double here = bound(of, lambda);
        if (here < best) {
            best = here;
            at = lambda;
        }
    }
    return fmin(best, pld__minimum_between(bound, of, at / 2, at * 2, 1e-6 * at, &at));
}

double pld__chernoff_log_upper(const pld_step *steps, size_t step_count, pld_direction direction, double epsilon) {
    double best = least(delta_at, &(asked){steps, step_count, direction, false, epsilon}, 0);
    return best < 0 ? best * (1 - 1e-15) : 0;
}

bool pld__moments_are_known(const pld_step *steps, size_t step_count) {
    bool any = false;
    for (size_t i = 0; i < step_count; i++)
        any |= steps[i].mechanism && steps[i].mechanism->moment_upper;
    return any;
}

double pld__moments_log_delta_upper(const pld_step *steps, size_t step_count, pld_direction direction, double epsilon) {
    double best = least(delta_at, &(asked){steps, step_count, direction, true, epsilon}, 0);
    return best < 0 ? best * (1 - 1e-15) : 0;
}

double pld__moments_epsilon_upper(const pld_step *steps, size_t step_count, pld_direction direction, double log_delta) {
    return least(epsilon_at, &(asked){steps, step_count, direction, true, log_delta}, INFINITY);
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
        *taken &= pld__kernel_is_mixture(&steps->factors[m]) || pld__kernel_is_closed(&steps->factors[m]);
        if (pld__kernel_is_mixture(&steps->factors[m]))
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
