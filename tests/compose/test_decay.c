/* Tests of src/compose/decay.c: transforms of random laws never exceed the bound, and it shows that they fall. */
#include "base/base.h"
#include "compose/decay.h"
#include "support/dice.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>

enum { MOST_NODES = 300 };

/* A bell on equally spaced nodes, with others on both sides at any distances. */
static pld__law *random_law(dice *from, double outside, bool plain) {
    size_t run = 1 + (size_t)dice_logarithmic(from, 1, 200), before = plain ? 0 : dice_below(from, 40);
    size_t after = plain ? 0 : dice_below(from, 40), count = before + run + after;
    pld__law *law = pld__law_create(dice_logarithmic(from, 1e-5, 0.1), -5, count, !plain || dice_chance(from, 0.5), 1);
    double spread = dice_uniform(from, 0.1, 0.5) * (double)run, sum = 0;
    int64_t node = -200, stride = 1 + (int64_t)dice_below(from, 4);
    for (size_t i = 0; i < count; i++) {
        bool inside = i >= before && i < before + run;
        double away = ((double)(i - before) - (double)run / 2) / spread;
        node += inside ? stride : 1 + (int64_t)dice_below(from, 20);
        if (law->nodes) {
            law->nodes[i] = node;
        }
        law->weight[i] = inside ? exp(-away * away / 2) / spread / 2.5 : outside * dice_uniform(from, 0, 1) / 80;
        sum += law->weight[i];
    }
    for (size_t i = 0; i < count; i++) {
        law->weight[i] *= (1 + dice_uniform(from, -1e-14, 1e-14)) / sum;
    }
    return law;
}

static long double log_transform(const pld__law *law, long double t) {
    long double complex sum = 0;
    for (size_t i = 0; i < law->count; i++) {
        sum += law->weight[i] * cexpl(I * t * (law->losses ? law->losses[i] : pld__law_node(law, i) * (long double)law->width));
    }
    return logl(cabsl(sum));
}

/* At random frequencies from `from` to the highest. */
static void check_beyond(dice *drawn, const pld__law *law, const pld__decay *decay, double from, double highest) {
    double bound = pld__decay_beyond(decay, from);
    for (int j = 0; j < 20; j++) {
        long double t = j == 0   ? from
                        : j == 1 ? highest
                        : j < 8  ? from + (highest - from) * (long double)dice_logarithmic(drawn, 1e-6, 1)
                                 : from + (highest - from) * (long double)dice_uniform(drawn, 0, 1);
        long double truth = log_transform(law, t);
        CHECK(bound >= truth - 1e-18L, "%zu nodes, from %g to %g: log |A| = %.15Lg at %Lg, bound %.15g", law->count, from,
              highest, truth, t, bound);
    }
    CHECK(bound <= 1e-13, "bound %g", bound);
}

static void test_bound(void) {
    dice from = dice_create(221);
    size_t fallen = 0, all = 0;
    for (size_t i = 0; i < suite_cases(400); i++) {
        pld__law *law =
            random_law(&from, dice_chance(&from, 0.5) ? 1 : dice_logarithmic(&from, 1e-9, 1), dice_chance(&from, 0.3));
        double turn = 2 * PLD__PI / law->width, highest = turn * dice_logarithmic(&from, 1e-3, dice_chance(&from, 0.2) ? 2 : 0.2);
        pld__decay decay;
        CU_ASSERT_EQUAL_FATAL(pld__decay_create(law, highest, &decay), PLD_OK);
        for (int j = 0; j < 10; j++) {
            double start =
                dice_chance(&from, 0.5) ? highest * dice_uniform(&from, 0, 1) : highest * dice_logarithmic(&from, 1e-9, 1);
            check_beyond(&from, law, &decay, start, highest);
            fallen += pld__decay_beyond(&decay, start) < -1e-3;
            all++;
        }
        check_beyond(&from, law, &decay, 0, highest);
        check_beyond(&from, law, &decay, highest, highest);
        pld__decay_free(&decay);
        pld__law_free(law);
    }
    CHECK(fallen > all / 10, "only %zu of %zu bounds say something", fallen, all);
    printf("[%zu of %zu say something] ", fallen, all);
}

/* A bell alone: from any frequency on half of its fall is shown, down to what the samples can tell; low frequencies to rounding.
 */
static void test_useful(void) {
    dice from = dice_create(222);
    long double least = INFINITY, least_low = INFINITY;
    for (size_t i = 0; i < suite_cases(200); i++) {
        size_t run = 40 + dice_below(&from, 400);
        pld__law *law = pld__law_create(1e-3, -5, run, false, 1);
        double spread = (double)run / 14, sum = 0;
        for (size_t k = 0; k < run; k++) {
            double away = ((double)k - (double)run / 2) / spread;
            sum += law->weight[k] = exp(-away * away / 2);
        }
        for (size_t k = 0; k < run; k++) {
            law->weight[k] /= sum;
        }
        double deviation = spread * law->width, highest = 1 / law->width;
        pld__decay decay;
        CU_ASSERT_EQUAL_FATAL(pld__decay_create(law, highest, &decay), PLD_OK);
        for (int j = 0; j < 20; j++) {
            /* The transform is e^(-z^2/2); samples and the reach of the run leave a few hundredths. */
            double z = dice_logarithmic(&from, 1e-3, 2);
            least = fminl(least, pld__decay_beyond(&decay, z / deviation) / -(z * z / 2));
            z = dice_logarithmic(&from, 1e-6, 1e-2);
            least_low = fminl(least_low, pld__decay_beyond(&decay, z / deviation) / log_transform(law, z / deviation));
        }
        pld__decay_free(&decay);
        pld__law_free(law);
    }
    CHECK(least > 0.5L, "only %Lg of the fall is shown", least);
    CHECK(least_low > 0.99L, "only %Lg of the fall at low frequencies is shown", least_low);
    printf("[at least %.2Lf of the fall, %.4Lf at low frequencies] ", least, least_low);
}

/* No run, no lattice, a highest frequency beyond half a turn: nothing is said. */
static void test_corners(void) {
    dice from = dice_create(223);
    for (size_t count = 1; count <= 5; count++) {
        for (int kind = 0; kind < 3; kind++) {
            pld__law *law = pld__law_create(0.25, 0, count, kind == 1, 1);
            law->losses = kind == 2 ? pld__allocate(count, sizeof(double)) : NULL;
            for (size_t i = 0; i < count; i++) {
                law->weight[i] = 1.0 / (double)count;
                if (kind == 1) {
                    law->nodes[i] = (int64_t)(i * i * i);
                }
                if (kind == 2) {
                    law->losses[i] = 0.25 * (double)i;
                }
            }
            for (double highest = 0.5; highest < 1e4; highest *= 3) {
                pld__decay decay;
                CU_ASSERT_EQUAL_FATAL(pld__decay_create(law, highest, &decay), PLD_OK);
                for (int j = 0; j < 10; j++) {
                    check_beyond(&from, law, &decay, dice_uniform(&from, 0, highest), highest);
                }
                if (highest * 0.25 > PLD__PI || kind > 0 || count < 3) {
                    CU_ASSERT_TRUE(pld__decay_beyond(&decay, highest) >= 0);
                }
                pld__decay_free(&decay);
            }
            pld__law_free(law);
        }
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"bound", test_bound},
        {"useful", test_useful},
        {"corners", test_corners},
        CU_TEST_INFO_NULL,
    };
    return suite_run("decay", tests);
}
