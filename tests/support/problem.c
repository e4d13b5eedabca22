#include "support/problem.h"

#include "base/base.h"

#include <math.h>

enum { MOST_NODES = 40 };

/* --- laws ----------------------------------------------------------------------------------------------------------- */

long double law_exact_loss(const pld__law *law, size_t i) {
    return law->losses ? (long double)law->losses[i]
                       : (long double)law->offset + (long double)pld__law_node(law, i) * (long double)law->width;
}

/* Fills in weights for given log masses (of any sum), tilted. */
static void finish_law(dice *from, pld__law *law, double *logs, bool upper) {
    double sum = 0, top = -INFINITY, infinity = dice_chance(from, 0.5) ? 0 : dice_logarithmic(from, 1e-12, 1e-3);
    for (size_t i = 0; i < law->count; i++) {
        sum += exp(logs[i]);
    }
    double mass = upper || dice_chance(from, 0.5) ? 1 - infinity : dice_uniform(from, 0.97, 1 - infinity);
    for (size_t i = 0; i < law->count; i++) {
        logs[i] += log(mass / sum) + law->theta * pld__law_loss(law, i);
        top = fmax(top, logs[i]);
    }
    long double total = 0;
    for (size_t i = 0; i < law->count; i++) {
        law->weight[i] = exp(logs[i] - top);
        total += law->weight[i];
    }
    law->log_moment = top + logl(total);
    law->finite = 0;
    for (size_t i = 0; i < law->count; i++) {
        law->weight[i] = (double)(law->weight[i] / total);
        law->finite += law->weight[i] * expl(law->log_moment - law->theta * law_exact_loss(law, i));
    }
    law->finite *= upper ? 1 + 1e-15L : 1 - 1e-15L;
    law->infinity = infinity;
}

/* A bell on neighbouring nodes of a lattice, and often a few nodes above, with little mass: jumps. */
pld__law *law_on_lattice(dice *from, double width, double theta, size_t most, bool upper) {
    size_t far = dice_chance(from, 0.6) ? dice_below(from, 5) : 0, count = 3 + far + dice_below(from, most - far - 2);
    int64_t node = -(int64_t)dice_below(from, count);
    pld__law *law = pld__law_create(width, node, count, far > 0, theta);
    law->offset = width / 16 * (double)dice_below(from, 16);
    double logs[MOST_NODES], spread = dice_uniform(from, 0.1, 0.5) * (double)count, rare = dice_uniform(from, -20, -3);
    for (size_t i = 0; i < count; i++) {
        double away = ((double)i - (double)(count - far) / 2) / spread;
        bool above = i >= count - far;
        logs[i] = above ? rare + dice_uniform(from, -2, 0) : -away * away / 2;
        node += above ? 1 + (int64_t)dice_below(from, 2 * count) : 1;
        if (law->nodes) {
            law->nodes[i] = node;
        }
    }
    finish_law(from, law, logs, upper);
    return law;
}

/* One, two or three nodes anywhere. */
static pld__law *scattered_law(dice *from, double width, double theta, size_t most, bool upper) {
    size_t count = 1 + dice_below(from, most);
    pld__law *law = pld__law_create(width, 0, count, false, theta);
    law->losses = pld__allocate(count, sizeof(double));
    double logs[3], at = -width * dice_uniform(from, 0, 3);
    for (size_t i = 0; i < count; i++) {
        law->losses[i] = at;
        at += width * dice_uniform(from, 0.1, 4);
        logs[i] = i > 0 && dice_chance(from, 0.5) ? dice_uniform(from, -10, 0) : dice_uniform(from, -1, 0);
    }
    finish_law(from, law, logs, upper);
    return law;
}

/* --- problems ------------------------------------------------------------------------------------------------------- */

long double problem_truth(const problem *given, long double epsilon) {
    return given->scattered ? scatter_delta(&given->brute, epsilon) : direct_delta(&given->lattice, epsilon);
}

/* The tilted law of the sum has this mean and deviation. */
static void find_moments(problem *given) {
    double variance = 0;
    for (size_t m = 0; m < given->factor_count; m++) {
        const pld__law *law = given->laws[m];
        double mean = 0, square = 0, power = (double)given->factors[m].power;
        for (size_t i = 0; i < law->count; i++) {
            mean += law->weight[i] * pld__law_loss(law, i);
            square += law->weight[i] * pld__law_loss(law, i) * pld__law_loss(law, i);
        }
        given->mean += power * mean;
        variance += power * fmax(square - mean * mean, 0);
    }
    given->deviation = sqrt(variance) + given->laws[0]->width / 10;
}

problem problem_random(dice *from, bool jumps) {
    problem made = {.factor_count = 1 + dice_below(from, PROBLEM_FACTORS),
                    .upper = dice_chance(from, 0.5),
                    .scattered = dice_chance(from, 0.4)};
    double width = dice_logarithmic(from, 1e-3, 1), steep = dice_logarithmic(from, 0.02, 1), steps = 0;
    bool many = made.factor_count == 1;
    for (size_t m = 0; m < made.factor_count; m++) {
        uint64_t power = many ? 2 + (uint64_t)dice_logarithmic(from, 1, 498) : 1 + (uint64_t)dice_logarithmic(from, 1, 20);
        made.factors[m].power = power;
        steps += (double)power;
    }
    for (size_t m = 0; m < made.factor_count; m++) {
        double theta = steep / width / sqrt(steps);
        size_t most = made.factors[m].power > 100 ? 10 : MOST_NODES / 2;
        made.laws[m] = made.scattered ? scattered_law(from, width, theta, many && made.factors[m].power < 100 ? 3 : 2, made.upper)
                                      : law_on_lattice(from, width, theta, most, made.upper);
        made.factors[m].law = made.laws[m];
        size_t count = made.laws[m]->count;
        made.factors[m].jump = !jumps                   ? SIZE_MAX
                               : dice_chance(from, 0.5) ? count - 1 - dice_below(from, count > 4 ? 4 : count)
                                                        : dice_below(from, count + 2);
    }
    if (made.scattered) {
        made.brute = scatter_compose(made.factors, made.factor_count);
    } else {
        made.lattice = direct_compose(made.factors, made.factor_count);
    }
    find_moments(&made);
    return made;
}

void problem_free(problem *made) {
    for (size_t m = 0; m < made->factor_count; m++) {
        pld__law_free(made->laws[m]);
    }
    if (made->scattered) {
        scatter_free(&made->brute);
    } else {
        direct_free(&made->lattice);
    }
}
