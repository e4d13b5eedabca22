/* Tests of src/law/law.c: parts of a law tilted anew, node by node, and where a loss is. */
#include "base/base.h"
#include "law/law.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

enum { MOST_NODES = 60 };

static pld__law *random_law(dice *from, bool underflow) {
    size_t count = 1 + dice_below(from, MOST_NODES), kind = dice_below(from, 3);
    double width = dice_logarithmic(from, 1e-4, 1), at = dice_uniform(from, -20, 5) * width;
    int64_t node = (int64_t)dice_below(from, 100) - 60;
    pld__law *law = pld__law_create(width, node, count, kind == 1, dice_logarithmic(from, 1e-2, 1e2));
    law->losses = kind == 2 ? pld__allocate(count, sizeof(double)) : NULL;
    law->offset = width * dice_uniform(from, -1, 1);
    law->log_moment = dice_uniform(from, -50, 50);
    law->infinity = 0.01L;
    long double sum = 0;
    for (size_t i = 0; i < count; i++) {
        law->weight[i] = dice_logarithmic(from, underflow ? 1e-322 : 1e-200, 1);
        law->weight[i] = underflow && dice_chance(from, 0.2) ? 0 : law->weight[i];
        sum += law->weight[i];
        at += width * dice_uniform(from, 0.01, 3);
        node += 1 + (int64_t)dice_below(from, 4);
        if (law->nodes) {
            law->nodes[i] = node;
        }
        if (law->losses) {
            law->losses[i] = at;
        }
    }
    for (size_t i = 0; i < count && sum > 0; i++) {
        law->weight[i] = (double)(law->weight[i] / sum);
    }
    return law;
}

static long double exact_loss(const pld__law *law, size_t i) {
    return law->losses ? (long double)law->losses[i]
                       : (long double)law->offset + (long double)pld__law_node(law, i) * (long double)law->width;
}

/* log of a mass, from the weight. */
static long double log_mass(const pld__law *law, size_t i, long double weight) {
    return logl(weight) + law->log_moment - (long double)law->theta * exact_loss(law, i);
}

/* Tilts over which the weights change by at most e^range. */
static double random_theta(dice *from, const pld__law *law, double range) {
    double ends = pld__law_loss(law, law->count - 1) - pld__law_loss(law, 0);
    if (dice_chance(from, 0.2)) {
        return law->theta;
    }
    return law->theta + dice_uniform(from, -1, 1) * range / fmax(ends, law->width);
}

static void check_part(dice *from, bool underflow, double range) {
    pld__law *law = random_law(from, underflow), *part = NULL;
    size_t begin = dice_below(from, law->count + 1), end = begin + dice_below(from, law->count + 1 - begin);
    bool upper = dice_chance(from, 0.5), any = false;
    if (dice_chance(from, 0.3)) {
        begin = 0;
        end = law->count;
    }
    double theta = random_theta(from, law, range);
    for (size_t i = begin; i < end; i++) {
        any |= upper || law->weight[i] >= 1e-300; /* an upper law may have lost what is there */
    }
    CU_ASSERT_EQUAL_FATAL(pld__law_part(law, begin, end, theta, upper, &part), PLD_OK);
    CHECK((part != NULL) == any, "upper %d, %zu nodes: %s", upper, end - begin, part ? "a part without mass" : "no part");
    long double sum = 0, away = fabsl((long double)theta - law->theta);
    for (size_t i = begin; part && i < end; i++) {
        size_t at = i - begin;
        CU_ASSERT_EQUAL(exact_loss(part, at), exact_loss(law, i));
        sum += part->weight[at];
        /* A lost weight comes back in an upper part, and may in a lower one be lost. */
        long double given = upper ? (long double)law->weight[i] + PLD__LOST_WEIGHT : law->weight[i];
        long double more = log_mass(part, at, part->weight[at]) - log_mass(law, i, given);
        long double error =
            1e-18L * (1000 + 4 * away * fabsl(exact_loss(law, i)) + 2 * (theta + law->theta) * fabsl(exact_loss(law, i)));
        CHECK(upper ? more >= -error : part->weight[at] == 0 || more <= error,
              "upper %d, theta %g to %g, loss %Lg, weight %g to %g: mass grows by %Lg", upper, law->theta, theta,
              exact_loss(law, i), law->weight[i], part->weight[at], more);
        /* Where nothing underflows it is tight. */
        if (law->weight[i] > 1e-280 && part->weight[at] > 1e-280) {
            long double most = 16 * PLD__U * (20 + 2 * away * fabsl(exact_loss(law, i)) + range + 700);
            CHECK(fabsl(more) <= most, "upper %d, theta %g to %g, loss %Lg: mass grows by %Lg, at most %Lg expected", upper,
                  law->theta, theta, exact_loss(law, i), more, most);
        }
    }
    if (part) {
        CHECK(fabsl(sum - 1) < 1e-14L, "weights sum to 1 + %Lg", sum - 1);
        CU_ASSERT_EQUAL(part->infinity, 0);
        CU_ASSERT_EQUAL(part->theta, theta);
        CU_ASSERT_EQUAL(part->count, end - begin);
    }
    pld__law_free(part);
    pld__law_free(law);
}

static void test_part(void) {
    dice from = dice_create(231);
    for (size_t i = 0; i < suite_cases(5000); i++) {
        check_part(&from, false, dice_logarithmic(&from, 1e-6, 300));
    }
}

/* Tilts far beyond what doubles hold, and weights that have underflowed. */
static void test_far(void) {
    dice from = dice_create(232);
    for (size_t i = 0; i < suite_cases(5000); i++) {
        check_part(&from, true, dice_logarithmic(&from, 1e-3, 3000));
    }
}

/* The upper part of nodes whose weights have all underflowed still holds what they may have lost; a lower one does not exist. */
static void test_lost(void) {
    pld__law *law = pld__law_create(1, 0, 4, false, 1000), *part = NULL;
    law->weight[3] = 1;
    law->log_moment = 3000;
    CU_ASSERT_EQUAL_FATAL(pld__law_part(law, 0, 3, 10, false, &part), PLD_OK);
    CU_ASSERT_PTR_NULL(part);
    CU_ASSERT_EQUAL_FATAL(pld__law_part(law, 0, 3, 10, true, &part), PLD_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(part);
    for (size_t i = 0; i < 3; i++) {
        CU_ASSERT_TRUE(log_mass(part, i, part->weight[i]) >= log_mass(law, i, PLD__LOST_WEIGHT) - 1e-15L);
    }
    pld__law_free(part);
    CU_ASSERT_EQUAL_FATAL(pld__law_part(law, 2, 2, 10, true, &part), PLD_OK);
    CU_ASSERT_PTR_NULL(part);
    pld__law_free(law);
}

static void test_above(void) {
    dice from = dice_create(233);
    for (size_t i = 0; i < suite_cases(2000); i++) {
        pld__law *law = random_law(&from, false);
        for (int j = 0; j < 10; j++) {
            size_t node = dice_below(&from, law->count), truth = 0;
            double loss = dice_chance(&from, 0.5) ? pld__law_loss(law, node)
                                                  : pld__law_loss(law, node) + dice_uniform(&from, -3, 3) * law->width;
            while (truth < law->count && !(pld__law_loss(law, truth) > loss)) {
                truth++;
            }
            CHECK(pld__law_above(law, loss) == truth, "%zu instead of %zu", pld__law_above(law, loss), truth);
        }
        CU_ASSERT_EQUAL(pld__law_above(law, INFINITY), law->count);
        CU_ASSERT_EQUAL(pld__law_above(law, -INFINITY), 0);
        pld__law_free(law);
    }
}

/* Sums of masses e^(lambda loss), within what is said of their error. */
static void test_moment(void) {
    dice from = dice_create(234);
    for (size_t i = 0; i < suite_cases(3000); i++) {
        pld__law *law = random_law(&from, false);
        double lambda = random_theta(&from, law, dice_logarithmic(&from, 1e-3, 500));
        long double sum = 0, largest = -INFINITY;
        for (size_t k = 0; k < law->count; k++) {
            largest = fmaxl(largest, log_mass(law, k, law->weight[k]) + lambda * exact_loss(law, k));
        }
        for (size_t k = 0; k < law->count; k++) {
            sum += expl(log_mass(law, k, law->weight[k]) + lambda * exact_loss(law, k) - largest);
        }
        long double truth = largest + logl(sum), off = fabsl(pld__law_log_moment(law, lambda) - truth);
        double bound = pld__law_moment_error(law, lambda);
        CHECK(off <= bound, "theta %g, lambda %g: %Lg off, bound %g", law->theta, lambda, off, bound);
        CHECK(bound <= 1e-11 * (1 + fabs(lambda - law->theta) * 1e2), "bound %g", bound);
        pld__law_free(law);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"parts, node by node", test_part}, {"far tilts, underflow", test_far}, {"lost weights", test_lost},
        {"nodes above a loss", test_above}, {"moments", test_moment},           CU_TEST_INFO_NULL,
    };
    return suite_run("law", tests);
}
