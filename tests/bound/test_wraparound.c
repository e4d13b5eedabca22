/* Tests of src/bound/wraparound.c: the bound as a number, and the theorem on laws composed exactly. */
#include "bound/wraparound.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

static void test_number(void) {
    dice from = dice_create(31);
    for (size_t i = 0; i < suite_cases(20000); i++) {
        /* lambda and edge with few bits: their product is exact, the truth known to rounding. */
        double lambda = floor(dice_logarithmic(&from, 1, 1e6)) / 1024;
        long double edge = floorl((long double)dice_uniform(&from, -1e6, 1e6)) / 4096;
        double gap = dice_uniform(&from, -300, 5), error = dice_chance(&from, 0.3) ? 0 : dice_logarithmic(&from, 1e-18, 1);
        long double log_moment = lambda * edge + (long double)gap;
        /* The moment itself may be off by all of the error, either way. */
        long double high = log_moment - lambda * edge + error, low = high - 2 * (long double)error;
        long double bound = pld__bound_beyond(log_moment, error, lambda, edge);
        CHECK(bound >= expl(high), "%Lg below %Lg", bound, expl(high));
        long double size = fabsl(log_moment) + fabsl(lambda * edge);
        CHECK(bound <= expl(low) * expl(2 * (long double)error + 2e-18L * size + 1e-14L), "%Lg far above %Lg", bound, expl(low));
    }
}

static void test_corners(void) {
    static const double bad[] = {0, -1, NAN, -INFINITY};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        CU_ASSERT_TRUE(pld__bound_beyond(1, 0, bad[i], 1) == (long double)INFINITY);
    }
    CU_ASSERT_TRUE(pld__bound_beyond(INFINITY, 0, 1, 1) == (long double)INFINITY);
    CU_ASSERT_TRUE(pld__bound_beyond(0, INFINITY, 1, 1) == (long double)INFINITY);
    /* An empty law has nothing anywhere. */
    CHECK(pld__bound_beyond(-INFINITY, 0, 1, 1) >= 0, "an empty law gives %Lg", pld__bound_beyond(-INFINITY, 0, 1, 1));
}

/* --- the theorem ---------------------------------------------------------------------------------------------------- */

enum { POINTS = 24, STEPS = 12, MOST = POINTS * STEPS };

typedef struct {
    double width, offset;
    long double mass[POINTS];
    long double composed[MOST];
    size_t composed_count;
} small_law;

static long double loss_of(const small_law *law, size_t i, int steps) {
    return steps * (long double)law->offset + (long double)i * law->width;
}

static small_law random_law(dice *from) {
    small_law law = {.width = dice_logarithmic(from, 1e-3, 1), .offset = dice_uniform(from, -5, 1)};
    long double sum = 0;
    for (int i = 0; i < POINTS; i++) {
        law.mass[i] = dice_logarithmic(from, 1e-6, 1);
        sum += law.mass[i];
    }
    for (int i = 0; i < POINTS; i++) {
        law.mass[i] /= sum;
    }
    law.composed[0] = 1;
    law.composed_count = 1;
    for (int step = 0; step < STEPS; step++) {
        long double next[MOST] = {0};
        for (size_t i = 0; i < law.composed_count; i++)
            for (size_t j = 0; j < POINTS; j++) {
                next[i + j] += law.composed[i] * law.mass[j];
            }
        law.composed_count += POINTS - 1;
        for (size_t i = 0; i < law.composed_count; i++) {
            law.composed[i] = next[i];
        }
    }
    return law;
}

static long double log_moment(const small_law *law, long double lambda) {
    long double sum = 0, scale = lambda * loss_of(law, lambda > 0 ? POINTS - 1 : 0, 1);
    for (size_t i = 0; i < POINTS; i++) {
        sum += law->mass[i] * expl(lambda * loss_of(law, i, 1) - scale);
    }
    return STEPS * (logl(sum) + scale);
}

/* E[e^(theta S); S >= edge] and E[e^(theta S); S <= edge]. */
static long double beyond(const small_law *law, double theta, long double edge, bool above) {
    long double sum = 0;
    for (size_t i = 0; i < law->composed_count; i++) {
        long double loss = loss_of(law, i, STEPS);
        sum += (above ? loss >= edge : loss <= edge) ? law->composed[i] * expl(theta * loss) : 0;
    }
    return sum;
}

static void test_chernoff(void) {
    dice from = dice_create(32);
    long double widest = 0;
    for (size_t i = 0; i < suite_cases(200); i++) {
        small_law law = random_law(&from);
        double theta = dice_uniform(&from, 0, 5) / (POINTS * law.width);
        bool above = dice_chance(&from, 0.5);
        /* From the middle out to the far end, a hair before a node so that the node counts. */
        size_t node = MOST / 2 + dice_below(&from, law.composed_count - MOST / 2);
        node = above ? node : law.composed_count - 1 - node;
        long double edge = loss_of(&law, node, STEPS) + (above ? -1e-9L : 1e-9L) * law.width;
        long double truth = beyond(&law, theta, edge, above), best = INFINITY;
        for (int step = -40; step <= 20; step++) {
            double lambda = exp2(step / 3.0) / law.width;
            long double moment = log_moment(&law, above ? theta + (long double)lambda : theta - (long double)lambda);
            long double bound = pld__bound_beyond(moment, 1e-13, lambda, above ? edge : -edge);
            CHECK(bound >= truth, "theta %g, lambda %g: %Lg below %Lg", theta, lambda, bound, truth);
            best = fminl(best, bound);
        }
        widest = fmaxl(widest, best / truth);
    }
    /* Chernoff's bound loses about sqrt(2 pi) lambda times the standard deviation, here below 2.5 * 4/width * 24 width. */
    CHECK(widest <= 240, "the best bound is %Lg times the truth", widest);
    printf("[best bound at most %.1Lf times the truth] ", widest);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"as a number", test_number},
        {"corners", test_corners},
        {"Chernoff on exact compositions", test_chernoff},
        CU_TEST_INFO_NULL,
    };
    return suite_run("wraparound", tests);
}
