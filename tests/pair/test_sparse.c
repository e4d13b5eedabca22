/* Tests of src/pair/sparse.c: gathering, infinite losses, moments, sampling, copies. */
#include "base/base.h"
#include "base/complex.h"
#include "pair/sparse_support.h"

#include "support/dice.h"

#include <stdlib.h>
#include <string.h>

/* With losses from the masses, and P sampled. */
static pld_mechanism *create_sampled(size_t count, const long double *p, const long double *q, long double dropped, double rate) {
    pld_mechanism *mechanism = NULL;
    pld__outcome outcomes[64];
    double kappa = 3e-19;
    for (size_t i = 0; i < count; i++)
        outcomes[i] = (pld__outcome){p[i], q[i], p[i] > 0 && q[i] > 0 ? pld__outcome_loss(p[i], q[i]) : 0};
    pld__outcomes_sample(outcomes, count, rate, &kappa);
    CU_ASSERT_EQUAL_FATAL(pld__sparse_mechanism(count, outcomes, 1e-19, kappa, dropped, "pair", NULL, &mechanism), PLD_OK);
    return mechanism;
}

static pld_mechanism *create(size_t count, const long double *p, const long double *q, long double dropped) {
    return create_sampled(count, p, q, dropped, 1);
}

/* Two outcomes of one loss become one; those of one side are infinite. */
static void test_gather(void) {
    const long double p[] = {0.25L, 0, 0.125L, 0.125L, 0.5L}, q[] = {0.5L, 0.125L, 0.25L, 0.125L, 0};
    pld_mechanism *mechanism = create(5, p, q, 0);
    const pld__sparse *pair = pld__sparse_of(mechanism);
    CU_ASSERT_EQUAL_FATAL(pair->count, 2);
    CU_ASSERT(pair->p[0] == 0.375L && pair->q[0] == 0.75L && pair->p[1] == 0.125L && pair->q[1] == 0.125L);
    CU_ASSERT(mechanism->infinity[PLD_REMOVE] == 0.5L && mechanism->infinity[PLD_ADD] == 0.125L);
    CU_ASSERT(mechanism->loss_supremum == INFINITY && mechanism->loss_infimum == -INFINITY && !mechanism->trivial);
    pld_mechanism_free(mechanism);
}

/* P = Q has no loss; with something left out nothing is known of its ends. */
static void test_ends(void) {
    const long double equal[] = {0.25L, 0.75L}, other[] = {0.75L, 0.25L};
    pld_mechanism *mechanism = create(2, equal, equal, 0);
    CU_ASSERT(mechanism->trivial && mechanism->loss_supremum == 0 && mechanism->loss_infimum == 0);
    pld_mechanism_free(mechanism);
    mechanism = create(2, equal, other, 0);
    CU_ASSERT(!mechanism->trivial && mechanism->loss_supremum == (double)logl(3));
    pld_mechanism_free(mechanism);
    mechanism = create(2, equal, other, 1e-20L);
    CU_ASSERT(mechanism->loss_supremum == INFINITY && mechanism->loss_infimum == -INFINITY && mechanism->dropped == 1e-20L);
    pld_mechanism_free(mechanism);
}

static discrete_pair random_pair(dice *from, size_t count) {
    discrete_pair pair = {.count = count};
    long double sums[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        pair.p[i] = dice_chance(from, 0.1) ? 0 : dice_logarithmic(from, 1e-6, 1);
        pair.q[i] = dice_chance(from, 0.1) ? 0 : dice_logarithmic(from, 1e-6, 1);
        sums[0] += pair.p[i];
        sums[1] += pair.q[i];
    }
    for (size_t i = 0; i < count; i++) {
        pair.p[i] /= sums[0];
        pair.q[i] /= sums[1];
    }
    return pair;
}

static void test_delta(void) {
    dice from = dice_create(51);
    for (size_t i = 0; i < suite_cases(200); i++) {
        discrete_pair pair = random_pair(&from, 2 + dice_below(&from, 40));
        double rate = dice_uniform(&from, 0, 1);
        pld_mechanism *mechanism = create(pair.count, pair.p, pair.q, 0);
        check_shape("random", mechanism);
        check_single("random", mechanism, &pair, 0);
        pld_mechanism_free(mechanism);
        mechanism = create_sampled(pair.count, pair.p, pair.q, 0, rate);
        check_shape("sampled", mechanism);
        discrete_sample(&pair, rate);
        check_single("sampled", mechanism, &pair, 0);
        pld_mechanism *copy = NULL;
        CU_ASSERT_EQUAL_FATAL(pld__sparse_copy(mechanism, &copy), PLD_OK);
        check_single("copied", copy, &pair, 0);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(copy), "pair");
        pld_mechanism_free(copy);
        pld_mechanism_free(mechanism);
    }
}

/* log E_P e^(sL) = log sum of p^(1+s) q^-s over the outcomes both have; infinite beyond if only one has some. */
static void test_log_moment(void) {
    dice from = dice_create(52);
    for (size_t i = 0; i < suite_cases(200); i++) {
        discrete_pair pair = random_pair(&from, 2 + dice_below(&from, 20));
        pld_mechanism *mechanism = create(pair.count, pair.p, pair.q, 0);
        double real = dice_uniform(&from, -3, 8), imaginary = dice_chance(&from, 0.3) ? 0 : dice_uniform(&from, -20, 20);
        if (dice_chance(&from, 0.2))
            real *= 1e-9, imaginary *= 1e-9;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            long double complex sum = 0, s = pld__complex_long(real, imaginary);
            bool infinite = false;
            for (size_t j = 0; j < pair.count; j++) {
                long double p = d ? pair.q[j] : pair.p[j], q = d ? pair.p[j] : pair.q[j];
                if (p > 0 && q > 0)
                    sum += p * cexpl(s * logl(p / q));
                infinite |= (p > 0 && q == 0 && real > 0) || (p == 0 && q > 0 && real < -1);
            }
            double found[2];
            CU_ASSERT_EQUAL(pld_mechanism_log_moment(mechanism, (pld_direction)d, real, imaginary, &found[0], &found[1]), PLD_OK);
            if (infinite) {
                CU_ASSERT(found[0] == INFINITY);
                continue;
            }
            long double complex ratio = cexpl(pld__complex_long(found[0], found[1])) / sum;
            CHECK(cabsl(ratio - 1) <= 1e-13L * (1 + fabs(imaginary)), "s = %g + %g i: off by %Lg", real, imaginary,
                  cabsl(ratio - 1));
        }
        pld_mechanism_free(mechanism);
    }
}

/* Equally spaced losses are noticed, others are not. */
static void test_spacing(void) {
    long double p[5], q[5], total = 0;
    for (int i = 0; i < 5; i++)
        total += q[i] = expl(-0.3L * i);
    long double tilted = 0;
    for (int i = 0; i < 5; i++)
        tilted += p[i] = q[i] * expl(0.25L * i);
    for (int i = 0; i < 5; i++) {
        p[i] /= tilted;
        q[i] /= total;
    }
    pld_mechanism *mechanism = create(5, p, q, 0);
    CU_ASSERT_DOUBLE_EQUAL(pld__sparse_of(mechanism)->spacing, 0.25, 1e-15);
    pld_mechanism_free(mechanism);
    p[2] *= 1.01L;
    mechanism = create(5, p, q, 0);
    CU_ASSERT(pld__sparse_of(mechanism)->spacing == 0);
    pld_mechanism_free(mechanism);
}

/* Sums of masses are the same to the last bit, in whatever order outcomes of one loss come: qsort keeps it only where it has
 * memory. */
static void test_order(void) {
    enum { COUNT = 200, LOSSES = 5 };
    dice from = dice_create(71);
    pld__outcome first[COUNT], second[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        long double loss = (long double)dice_below(&from, LOSSES), p = dice_logarithmic(&from, 1e-9, 1);
        first[i] = second[i] = (pld__outcome){p, p * expl(-loss), loss};
    }
    for (size_t i = COUNT; i-- > 1;) {
        size_t other = dice_below(&from, i + 1);
        pld__outcome moved = second[i];
        second[i] = second[other];
        second[other] = moved;
    }
    CU_ASSERT_EQUAL(pld__outcomes_gather(first, COUNT, 0, 0, NULL), LOSSES);
    CU_ASSERT_EQUAL(pld__outcomes_gather(second, COUNT, 0, 0, NULL), LOSSES);
    for (size_t i = 0; i < LOSSES; i++)
        CHECK(first[i].p == second[i].p && first[i].q == second[i].q, "loss %zu: %.21Lg and %.21Lg", i, first[i].p, second[i].p);
}

int main(void) {
    CU_TestInfo tests[] = {{"gather", test_gather},   {"ends", test_ends},   {"delta", test_delta}, {"moments", test_log_moment},
                           {"spacing", test_spacing}, {"order", test_order}, CU_TEST_INFO_NULL};
    return suite_run("mechanism/sparse", tests);
}
