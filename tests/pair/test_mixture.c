/* Tests of src/pair/mixture.c and mixture_monotone.c: losses, positions, masses and tails against plain long double sums and
 * integrals (support/pairs.c), each from both sides: the error is within the promise, and the promise within a factor of the error. */
#include "pair/mixture.h"

#include "base/base.h"
#include "support/dice.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEED = 20240607 };

static double loss_at(const test_pair *pair, double x) {
    double slope, curvature;
    return pld__mixture_loss(pair->mechanism->pair, x, &slope, &curvature);
}

/* The accuracy promised at a point: that of a tiny bucket there. */
static pld__accuracy accuracy_at(const test_pair *pair, double x) {
    double p[4], q[4], unit;
    return pair->mechanism->operations->masses(pair->mechanism->pair, x, x + 1e-9 * (1 + fabs(x)), 4, loss_at(pair, x), p, q,
                                               &unit);
}

/* --- loss ---------------------------------------------------------------------------------------------------------------- */

/* Returns the worst error over kappa. */
static double check_losses(const test_pair *pair, dice *state, int points) {
    double worst = 0, low = (double)pair->reference.lowest - 30, high = (double)pair->reference.highest + 30;
    for (int i = 0; i < points; i++) {
        double x = dice_uniform(state, low, high), slope, curvature;
        long double true_slope, truth = reference_loss(&pair->reference, x, &true_slope);
        double loss = pld__mixture_loss(pair->mechanism->pair, x, &slope, &curvature);
        double error = (double)fabsl(loss - truth), kappa = accuracy_at(pair, x).kappa;
        CHECK(error <= kappa, "%s: loss at %.17g off by %g, kappa %g", pair->name, x, error, kappa);
        CU_ASSERT(fabsl(slope - true_slope) <= 1e-11L * (1 + fabsl(true_slope)));
        CU_ASSERT(slope >= 0);
        worst = fmax(worst, error / kappa);
    }
    return worst;
}

static void test_loss(void) {
    dice state = dice_create(SEED);
    double worst = 0;
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        double here = check_losses(&pair, &state, 2000);
        CU_ASSERT(here > 1e-3); /* kappa is not vacuous */
        worst = fmax(worst, here);
        pair_free(&pair);
    }
    test_pair sharp = pair_create_gaussian(0.02), group = pair_create_group(0.01, 1, 1000),
              wide = pair_create_group(0.3, 0.5, 1000);
    worst = fmax(worst, check_losses(&sharp, &state, 2000));
    worst = fmax(worst, check_losses(&group, &state, 300));
    worst = fmax(worst, check_losses(&wide, &state, 300));
    printf("worst error %.2g kappa ", worst);
    pair_free(&sharp);
    pair_free(&group);
    pair_free(&wide);
}

static void test_curvature(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (double x = -5; x < 8; x += 0.37) {
            double slope, curvature;
            long double left, right;
            pld__mixture_loss(pair.mechanism->pair, x, &slope, &curvature);
            reference_loss(&pair.reference, x - 1e-6L, &left);
            reference_loss(&pair.reference, x + 1e-6L, &right);
            CU_ASSERT(fabsl(curvature - (right - left) / 2e-6L) <= 1e-8L);
        }
        pair_free(&pair);
    }
}

/* --- positions ----------------------------------------------------------------------------------------------------------- */

static double check_position(const test_pair *pair, double target, double x) {
    double error = (double)fabsl(reference_loss(&pair->reference, x, NULL) - target), kappa = accuracy_at(pair, x).kappa;
    CHECK(error <= kappa, "%s: position of loss %.17g is %.17g, off by %g, kappa %g", pair->name, target, x, error, kappa);
    return error / kappa;
}

/* Lattices of random width and place; returns the worst error over kappa. */
static double check_lattices(const test_pair *pair, dice *state, int rounds, double margin) {
    enum { COUNT = 64 };
    double worst = 0, x[COUNT], losses[COUNT];
    double low = loss_at(pair, (double)pair->reference.lowest - margin),
           high = loss_at(pair, (double)pair->reference.highest + margin);
    for (int round = 0; round < rounds; round++) {
        double width = ldexp(1, -(int)dice_uniform(state, 0, 24)), first = width * floor(dice_uniform(state, low, high) / width);
        for (int i = 0; i < COUNT; i++)
            losses[i] = first + i * width;
        pair->mechanism->operations->positions(pair->mechanism->pair, losses, COUNT, x);
        for (int i = 0; i < COUNT; i++) {
            double target = first + i * width;
            if (target <= pair->mechanism->loss_infimum) {
                CU_ASSERT(x[i] == -INFINITY);
            } else if (target >= pair->mechanism->loss_supremum) {
                CU_ASSERT(x[i] == INFINITY);
            } else if (isfinite(x[i])) {
                worst = fmax(worst, check_position(pair, target, x[i]));
            } else {
                /* Out of reach: farther than 149 from every mean, or so near an end of the support that the loss there is rounding. */
                long double reach =
                    x[i] < 0 ? pair->reference.lowest - PLD__MIXTURE_REACH : pair->reference.highest + PLD__MIXTURE_REACH;
                long double there = reference_loss(&pair->reference, reach, NULL);
                CU_ASSERT(x[i] < 0 ? target <= there + 1e-15L * (1 + fabsl(there))
                                   : target >= there - 1e-15L * (1 + fabsl(there)));
            }
            CU_ASSERT(i == 0 || x[i] >= x[i - 1]);
        }
    }
    return worst;
}

static void test_positions(void) {
    dice state = dice_create(SEED);
    double worst = 0;
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        worst = fmax(worst, check_lattices(&pair, &state, 60, 14));
        pair_free(&pair);
    }
    printf("worst error %.2g kappa ", worst);
    CU_ASSERT(worst > 1e-3);
}

static void test_positions_extreme(void) {
    dice state = dice_create(SEED);
    test_pair sharp = pair_create_gaussian(0.02), blunt = pair_create_gaussian(1000), group = pair_create_group(0.01, 1, 1000),
              wide = pair_create_group(0.3, 0.5, 1000), sharp_group = pair_create_group(0.2, 0.05, 3);
    check_lattices(&sharp, &state, 30, 14);
    check_lattices(&blunt, &state, 30, 14);
    check_lattices(&group, &state, 4, 14);
    check_lattices(&wide, &state, 4, 14);
    check_lattices(&sharp_group, &state, 60, 14);
    pair_free(&sharp);
    pair_free(&blunt);
    pair_free(&group);
    pair_free(&wide);
    pair_free(&sharp_group);
}

/* Mixtures on both sides whose curvatures cancel: where Newton's method is told that its next error is small. */
static void test_positions_double(void) {
    dice state = dice_create(SEED);
    for (int round = 0; round < 60; round++) {
        double gap = dice_uniform(&state, 0.5, 12), q = dice_uniform(&state, 0.05, 0.95);
        double p_weight[] = {1 - q, q}, q_weight[] = {q, 1 - q}, p_mean[] = {0, gap}, q_mean[] = {-gap, 0};
        test_pair pair = pair_create_mixture(2, p_weight, p_mean, 2, q_weight, q_mean);
        check_lattices(&pair, &state, 20, 6);
        pair_free(&pair);
    }
}

/* Beside the hard edge the loss is flat: losses of infimum + 10^-j. */
static void test_positions_edge(void) {
    static const int cases[] = {PAIR_POISSON, PAIR_MNIST, PAIR_POISSON_GROUP, PAIR_HYPERGEOMETRIC, PAIR_ADDED};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_pair pair = pair_create(cases[i]);
        bool above = isfinite(pair.mechanism->loss_supremum);
        double edge = above ? pair.mechanism->loss_supremum : pair.mechanism->loss_infimum;
        CU_ASSERT_FATAL(isfinite(edge));
        for (int digits = 1; digits <= 15; digits++) {
            double target = edge + (above ? -1 : 1) * pow(10, -digits), x;
            pair.mechanism->operations->positions(pair.mechanism->pair, &target, 1, &x);
            CU_ASSERT_FATAL(isfinite(x));
            check_position(&pair, target, x);
        }
        double beyond[3], around[3] = {edge - 0.5, edge, edge + 0.5};
        pair.mechanism->operations->positions(pair.mechanism->pair, around, 3, beyond);
        CU_ASSERT(above ? isfinite(beyond[0]) && beyond[1] == INFINITY && beyond[2] == INFINITY
                        : beyond[0] == -INFINITY && beyond[1] == -INFINITY && isfinite(beyond[2]));
        pair_free(&pair);
    }
}

/* --- masses -------------------------------------------------------------------------------------------------------------- */

typedef struct {
    double rho, kappa; /* worst errors over their promises */
} shares;

static size_t compared_tails;

/* A cell as differences of tails, taken where both are small; for wide cells. */
static long double tail_difference(const reference_side *side, double low, double high) {
    long double sum = 0;
    for (size_t i = 0; i < side->count; i++) {
        long double a = (low - side->mean[i]) * sqrtl(0.5L), b = (high - side->mean[i]) * sqrtl(0.5L);
        sum += side->weight[i] * (a > 0 ? erfcl(a) - erfcl(b) : erfcl(-b) - erfcl(-a)) / 2;
    }
    return sum;
}

static void check_bucket(const test_pair *pair, double left, double right, size_t cuts, double reference, shares *worst) {
    enum { MOST = 16 };
    double p[MOST], q[MOST], unit;
    pld__accuracy accuracy =
        pair->mechanism->operations->masses(pair->mechanism->pair, left, right, cuts, reference, p, q, &unit);
    CU_ASSERT(accuracy.rho > 0 && accuracy.kappa > 0);
    double low = left;
    for (size_t i = 0; i < cuts; i++) {
        double high = i + 1 == cuts ? right : left + (right - left) * ((double)(i + 1) / (double)cuts);
        long double log_p = reference_log_between(&pair->reference.p, low, high);
        long double log_q = reference_log_between(&pair->reference.q, low, high);
        if (high - low > 0.2 && fminl(log_p, log_q) > -5000) {
            CU_ASSERT(fabsl(log_p - logl(tail_difference(&pair->reference.p, low, high))) <= 1e-15L);
            CU_ASSERT(fabsl(log_q - logl(tail_difference(&pair->reference.q, low, high))) <= 1e-15L);
            compared_tails++;
        }
        /* The cut itself is rounded, which moves mass from a cell to its neighbour: no error of the law, but of this comparison. */
        double label = i + 1 == cuts && i == 0 ? 0 : 4 * PLD__U * (fabs(left) + fabs(right)) / (high - low);
        double p_error = (double)fabsl(logl((long double)p[i]) + unit - log_p);
        double q_error = (double)fabsl(logl((long double)q[i]) + unit - reference - log_q);
        double ratio_error = (double)fabsl(logl((long double)p[i] / q[i]) + reference - (log_p - log_q));
        double rho = fmax(p_error, q_error);
        CHECK(rho <= accuracy.rho + label && ratio_error <= accuracy.kappa,
              "%s: [%.17g, %.17g] in %zu, reference %.17g, cell %zu: p %g q %g rho %g, ratio %g kappa %g", pair->name, left,
              right, cuts, reference, i, p_error, q_error, accuracy.rho, ratio_error, accuracy.kappa);
        worst->rho = fmax(worst->rho, (rho - label) / accuracy.rho);
        worst->kappa = fmax(worst->kappa, ratio_error / accuracy.kappa);
        low = high;
    }
}

/* Random buckets, wide and narrow, as cells.c asks for them and with more cuts. */
static shares check_masses(const test_pair *pair, dice *state, int rounds) {
    shares worst = {0, 0};
    double low, high;
    pair->mechanism->operations->bulk(pair->mechanism->pair, &low, &high);
    for (int round = 0; round < rounds; round++) {
        double left = dice_uniform(state, low, high), width = pow(10, dice_uniform(state, -7, 0.5));
        size_t cuts = round % 3 ? 4 : 1 + (size_t)(dice_uniform(state, 0, 1) * 12);
        /* Narrow in the loss as buckets are, so that neither mass can vanish beside the other. */
        double right = fmin(left + width, high);
        while (loss_at(pair, right) - loss_at(pair, left) > 20) {
            right = left + (right - left) / 4;
        }
        double reference = loss_at(pair, left) + dice_uniform(state, -0.01, 0.01);
        check_bucket(pair, left, right, cuts, reference, &worst);
    }
    return worst;
}

static void test_masses(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        shares worst = check_masses(&pair, &state, 400);
        /* Promised at most 100 times what is needed. */
        CU_ASSERT(worst.rho > 0.01 && worst.kappa > 0.01);
        printf("%.2g/%.2g ", worst.rho, worst.kappa);
        pair_free(&pair);
    }
    CU_ASSERT(compared_tails > 100); /* quadrature and erfc agreed that often */
}

static void test_masses_extreme(void) {
    dice state = dice_create(SEED);
    test_pair sharp = pair_create_gaussian(0.02), blunt = pair_create_gaussian(1000), group = pair_create_group(0.01, 1.3, 300),
              sharp_group = pair_create_group(0.3, 0.03, 6), large = pair_create_group(0.5, 0.7, 1000);
    check_masses(&sharp, &state, 400);
    check_masses(&blunt, &state, 400);
    check_masses(&group, &state, 20);
    check_masses(&sharp_group, &state, 400);
    check_masses(&large, &state, 8);
    pair_free(&sharp);
    pair_free(&blunt);
    pair_free(&group);
    pair_free(&sharp_group);
    pair_free(&large);
}

/* The reference only moves a factor from one place to another. */
static void test_masses_reference(void) {
    test_pair pair = pair_create_gaussian(0.05);
    shares worst = {0, 0};
    for (double left = -11; left < 31; left += 0.77) {
        for (double away = -30; away <= 30; away += 15) {
            check_bucket(&pair, left, left + 0.003, 4, loss_at(&pair, left) + away, &worst);
            check_bucket(&pair, left, left + 0.4, 5, loss_at(&pair, left) + away, &worst);
        }
    }
    pair_free(&pair);
}

/* --- tails --------------------------------------------------------------------------------------------------------------- */

/* Within 1e-13 and 4e-16 times the log, relative: what spread and merge allow for. */
static bool same_log(long double log_mass, long double truth) {
    return fabsl(log_mass - truth) <= 1e-13L + 4e-16L * fabsl(truth);
}

static void test_tails(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        const pld__pair_operations *operations = pair.mechanism->operations;
        for (int i = 0; i < 500; i++) {
            double x = dice_uniform(&state, (double)pair.reference.lowest - 60, (double)pair.reference.highest + 60);
            pld__log_mass above = operations->mass_above(pair.mechanism->pair, x),
                          below = operations->mass_below(pair.mechanism->pair, x);
            CU_ASSERT(same_log(above.p, logl(reference_above(&pair.reference.p, x))));
            CU_ASSERT(same_log(above.q, logl(reference_above(&pair.reference.q, x))));
            CU_ASSERT(same_log(below.p, logl(reference_below(&pair.reference.p, x))));
            CU_ASSERT(same_log(below.q, logl(reference_below(&pair.reference.q, x))));
        }
        pld__log_mass none = operations->mass_above(pair.mechanism->pair, INFINITY);
        CU_ASSERT(none.p == -INFINITY && none.q == -INFINITY);
        none = operations->mass_below(pair.mechanism->pair, -INFINITY);
        CU_ASSERT(none.p == -INFINITY && none.q == -INFINITY);
        pld__log_mass all = operations->mass_below(pair.mechanism->pair, INFINITY);
        CU_ASSERT(fabsl(all.p) <= 1e-15L && fabsl(all.q) <= 1e-15L);
        pair_free(&pair);
    }
}

/* Tails beyond the range of long double: sigma = 1/200 puts the means 200 apart. Mills' ratio with its error term brackets them. */
static void test_far_tails(void) {
    test_pair pair = pair_create_gaussian(1.0 / 200);
    for (double x = -100; x < 299; x += 7.3) {
        pld__log_mass above = pair.mechanism->operations->mass_above(pair.mechanism->pair, x);
        pld__log_mass below = pair.mechanism->operations->mass_below(pair.mechanism->pair, x);
        const long double offsets[] = {x - 200, x, 200 - x, -x}, logs[] = {above.p, above.q, below.p, below.q};
        for (int i = 0; i < 4; i++) {
            if (offsets[i] < 10) {
                continue;
            }
            long double t = offsets[i], base = -t * t / 2 - 0.918938533204672741780329736405617640L - logl(t);
            long double low = base + log1pl(-1 / (t * t)), high = base + log1pl(-1 / (t * t) + 3 / (t * t * t * t));
            CU_ASSERT(logs[i] >= low - 1e-13L - 4e-16L * fabsl(low) && logs[i] <= high + 1e-13L + 4e-16L * fabsl(high));
        }
    }
    pair_free(&pair);
}

/* log P[L > l], log Q[L < -l] at the returned l against what was asked; a few percent of l on either side must straddle it. */
static void check_reach(const test_pair *pair, double log_mass) {
    const pld__pair_operations *operations = pair->mechanism->operations;
    double above = operations->reach_above(pair->mechanism->pair, log_mass),
           below = operations->reach_below(pair->mechanism->pair, log_mass);
    CU_ASSERT(above >= 0 && above <= fmax(pair->mechanism->loss_supremum, 0));
    CU_ASSERT(below >= 0 && below <= fmax(-pair->mechanism->loss_infimum, 0));
    long double x = reference_position(&pair->reference, above * 1.000001L + 1e-9L);
    CU_ASSERT(logl(reference_above(&pair->reference.p, x)) <= log_mass + 1e-3L ||
              above >= pair->mechanism->loss_supremum * (1 - 1e-9));
    x = reference_position(&pair->reference, above * 0.95L - 1e-3L);
    CU_ASSERT(above == 0 || logl(reference_above(&pair->reference.p, x)) >= log_mass);
    x = reference_position(&pair->reference, -(below * 1.000001L + 1e-9L));
    CU_ASSERT(logl(reference_below(&pair->reference.q, x)) <= log_mass + 1e-3L ||
              below >= -pair->mechanism->loss_infimum * (1 - 1e-9));
    x = reference_position(&pair->reference, -(below * 0.95L - 1e-3L));
    CU_ASSERT(below == 0 || logl(reference_below(&pair->reference.q, x)) >= log_mass);
}

static void test_reach(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (double log_mass = -1; log_mass > -1500; log_mass *= 1.7) {
            check_reach(&pair, log_mass);
        }
        pair_free(&pair);
    }
}

/* --- monotone losses ----------------------------------------------------------------------------------------------------- */

typedef struct {
    size_t p_count, q_count;
    double p_weight[4], p_mean[4], q_weight[4], q_mean[4];
} lists;

static pld_status create(const lists *list, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_mixture_gaussian(1, list->p_count, list->p_weight, list->p_mean, list->q_count, list->q_weight,
                                                 list->q_mean, 1, mechanism, error);
}

static void test_monotone(void) {
    static const lists accepted[] = {
        {1, 1, {1}, {1}, {1}, {0}},
        {1, 1, {1}, {1e-9}, {1}, {0}},
        {2, 1, {0.5, 0.5}, {0, 1}, {1}, {0}},
        {3, 3, {0.2, 0.3, 0.5}, {0, 1, 2}, {0.5, 0.3, 0.2}, {0, 1, 2}},
        {2, 2, {0.5, 0.5}, {0, 3}, {0.5, 0.5}, {-3, 0}},
        /* No monotone likelihood ratio of the weights (0, infinite, 0, infinite), yet an increasing loss: the second proof. */
        {2, 2, {0.5, 0.5}, {0.9, 1.1}, {0.999, 0.001}, {0, 1}},
        {2, 3, {0.3, 0.7}, {0.5, 4}, {0.6, 0.3, 0.1}, {-2, 0, 0.75}},
        {3, 3, {0.1, 0.2, 0.7}, {0, 1.5, 2.5}, {0.7, 0.2, 0.1}, {-1, 0.25, 2}},
    };
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        pld_mechanism *mechanism = NULL;
        pld_error error = {.message = ""};
        pld_status status = create(&accepted[i], &mechanism, &error);
        if (status != PLD_OK) {
            printf("case %zu: %s\n", i, error.message);
        }
        CU_ASSERT_EQUAL(status, PLD_OK);
        pld_mechanism_free(mechanism);
    }
}

static void test_not_monotone(void) {
    static const lists refused[] = {
        {1, 1, {1}, {-1}, {1}, {0}},
        {2, 1, {0.5, 0.5}, {-1, 1}, {1}, {0}},
        {1, 2, {1}, {0}, {0.5, 0.5}, {-1, 1}},
        {2, 2, {0.5, 0.5}, {0, 1}, {0.4, 0.6}, {0, 1}},
        {3, 3, {0.4, 0.2, 0.4}, {0, 1, 2}, {0.2, 0.6, 0.2}, {0, 1, 2}},
        {2, 2, {1 - 1e-9, 1e-9}, {1, 30}, {1 - 1e-6, 1e-6}, {0, 20}}, /* falls between 10 and 20, where almost nothing lies */
        {2, 1, {1 - 1e-12, 1e-12}, {1, -1}, {1}, {0}},                /* falls far to the left */
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        pld_mechanism *mechanism = NULL;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(create(&refused[i], &mechanism, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_PTR_NULL(mechanism);
        CU_ASSERT(error.word[0] && error.message[0] && error.allowed[0]);
        CU_ASSERT_EQUAL(create(&refused[i], &mechanism, NULL), PLD_ERROR_ARGUMENT);
    }
}

/* Whatever is accepted has a positive slope everywhere we look; most of what has one by a margin is accepted. */
static void test_random_mixtures(void) {
    dice state = dice_create(SEED);
    int accepted = 0, missed = 0;
    for (int round = 0; round < 3000; round++) {
        lists list = {.p_count = 1 + (size_t)(dice_uniform(&state, 0, 1) * 3),
                      .q_count = 1 + (size_t)(dice_uniform(&state, 0, 1) * 3)};
        double p_total = 0, q_total = 0;
        for (size_t i = 0; i < 3; i++) {
            p_total += list.p_weight[i] = i < list.p_count ? pow(10, dice_uniform(&state, -4, 0)) : 0;
            q_total += list.q_weight[i] = i < list.q_count ? pow(10, dice_uniform(&state, -4, 0)) : 0;
            list.p_mean[i] = dice_uniform(&state, -1, 6);
            list.q_mean[i] = dice_uniform(&state, -6, 1);
        }
        for (size_t i = 0; i < 3; i++) {
            list.p_weight[i] /= p_total;
            list.q_weight[i] /= q_total;
        }
        pld_mechanism *mechanism = NULL;
        pld_status status = create(&list, &mechanism, NULL);
        reference_side p = {list.p_count, (long double[3]){0}, (long double[3]){0}},
                       q = {list.q_count, (long double[3]){0}, (long double[3]){0}};
        for (size_t i = 0; i < 3; i++) {
            p.weight[i] = list.p_weight[i];
            p.mean[i] = list.p_mean[i];
            q.weight[i] = list.q_weight[i];
            q.mean[i] = list.q_mean[i];
        }
        reference_pair pair = {.p = p, .q = q};
        long double least = INFINITY, slope, ends[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
        for (size_t i = 0; i < list.p_count; i++) {
            ends[0] = fminl(ends[0], p.mean[i]);
            ends[2] = fmaxl(ends[2], p.mean[i]);
        }
        for (size_t i = 0; i < list.q_count; i++) {
            ends[1] = fminl(ends[1], q.mean[i]);
            ends[3] = fmaxl(ends[3], q.mean[i]);
        }
        /* The slopes far to the left and far to the right. */
        least = fminl(ends[0] - ends[1], ends[2] - ends[3]);
        double step = status == PLD_OK ? 0.25 : 0.01;
        for (double x = -60; x <= 60 && least > -1e-15L; x += step) {
            reference_loss(&pair, x, &slope);
            least = fminl(least, slope);
        }
        CU_ASSERT(status == PLD_OK || status == PLD_ERROR_ARGUMENT);
        CU_ASSERT(status != PLD_OK || least >= -1e-15L);
        accepted += status == PLD_OK;
        missed += status != PLD_OK && least > 0.01L;
        pld_mechanism_free(mechanism);
    }
    printf("%d of 3000 accepted, %d missed ", accepted, missed);
    CU_ASSERT(accepted > 300 && accepted < 2900);
    CU_ASSERT_EQUAL(missed, 0);
}

/* --- edges --------------------------------------------------------------------------------------------------------------- */

static void test_edges(void) {
    test_pair poisson = pair_create(PAIR_POISSON), added = pair_create(PAIR_ADDED), gaussian = pair_create(PAIR_GAUSSIAN);
    long double edge = log1pl(-(long double)0.1);
    CU_ASSERT(fabsl(poisson.mechanism->loss_infimum - edge) <= PLD__U && poisson.mechanism->loss_supremum == INFINITY);
    CU_ASSERT(fabsl(added.mechanism->loss_supremum + edge) <= PLD__U && added.mechanism->loss_infimum == -INFINITY);
    CU_ASSERT(gaussian.mechanism->loss_infimum == -INFINITY && gaussian.mechanism->loss_supremum == INFINITY);
    CU_ASSERT(pld_mechanism_loss_supremum(poisson.mechanism, PLD_ADD) ==
              -pld_mechanism_loss_infimum(poisson.mechanism, PLD_REMOVE));
    CU_ASSERT(pld_mechanism_loss_infimum(poisson.mechanism, PLD_ADD) == -INFINITY);
    pair_free(&poisson);
    pair_free(&added);
    pair_free(&gaussian);
}

static void test_bulk(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        double low, high;
        pair.mechanism->operations->bulk(pair.mechanism->pair, &low, &high);
        CU_ASSERT(reference_below(&pair.reference.p, low) <= 1e-30L && reference_below(&pair.reference.q, low) <= 1e-30L);
        CU_ASSERT(reference_above(&pair.reference.p, high) <= 1e-30L && reference_above(&pair.reference.q, high) <= 1e-30L);
        pair_free(&pair);
    }
}

/* Means that differ, but not once they are divided by sigma: that would be no loss at all. */
static void test_means_told_apart(void) {
    const double one = 1, beside = nextafter(1.9, 2), here = 1.9, far = 1e200, zero = 0;
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL(pld_mechanism_create_mixture_gaussian(0.75, 1, &one, &beside, 1, &one, &here, 1, &mechanism, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_mixture_gaussian(1e-75, 1, &one, &far, 1, &one, &zero, 1e75, &mechanism, NULL),
                    PLD_ERROR_ARGUMENT);
    const double tiny = 1e-200;
    CU_ASSERT_EQUAL(pld_mechanism_create_mixture_gaussian(1e75, 1, &one, &tiny, 1, &one, &zero, 1e-75, &mechanism, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_mixture_gaussian(1, 1, &one, &beside, 1, &one, &here, 1, &mechanism, NULL),
                          PLD_OK);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"loss", test_loss},
        {"curvature", test_curvature},
        {"positions", test_positions},
        {"positions, extreme pairs", test_positions_extreme},
        {"positions, two mixtures", test_positions_double},
        {"positions beside the hard edge", test_positions_edge},
        {"masses", test_masses},
        {"masses, extreme pairs", test_masses_extreme},
        {"masses, far references", test_masses_reference},
        {"tails", test_tails},
        {"far tails", test_far_tails},
        {"reach", test_reach},
        {"monotone", test_monotone},
        {"not monotone", test_not_monotone},
        {"random mixtures", test_random_mixtures},
        {"edges", test_edges},
        {"bulk", test_bulk},
        {"means are told apart", test_means_told_apart},
        CU_TEST_INFO_NULL,
    };
    return suite_run("mixture", tests);
}
