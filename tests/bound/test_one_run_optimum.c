/* Tests of the largest chance of right guesses under (epsilon, delta): mechanisms that are known are never excluded, and nothing
 * smaller than the optimum of the linear program is. */
#include "bound/one_run_optimum.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

/* P[at least v of r are right], each with probability q. */
static double binomial_tail(unsigned r, unsigned v, long double q) {
    long double sum = 0;
    for (unsigned k = v; k <= r; k++)
        sum += expl(lgammal(r + 1.0L) - lgammal(k + 1.0L) - lgammal(r - k + 1.0L) + k * logl(q) + (r - k) * log1pl(-q));
    return (double)sum;
}

static void expect_optimum(const pld__one_run *run, double epsilon, double delta, double value, double slack) {
    for (int side = -1; side <= 1; side += 2) {
        bool bounded = pld__one_run_bounded(run, epsilon, delta, value * (1 + side * slack));
        CHECK(bounded == (side > 0), "m %llu r %llu v %llu epsilon %g delta %g: %g, side %d", (unsigned long long)run->canaries,
              (unsigned long long)run->guesses, (unsigned long long)run->correct, epsilon, delta, value, side);
    }
}

/* Without delta nothing is better than a randomized response of each canary's own. */
static void test_pure(void) {
    static const unsigned sizes[] = {1, 2, 5, 20, 100, 3000};
    for (size_t s = 0; s < COUNT_OF(sizes); s++)
        for (double epsilon = 0; epsilon < 5; epsilon = 2 * epsilon + 0.25)
            for (unsigned r = sizes[s], v = (r + 1) / 2; v <= r; v += 1 + r / 7) {
                double truth = binomial_tail(r, v, 1 / (1 + expl(-epsilon)));
                if (truth < 1 - 1e-7 && truth > 1e-250)
                    expect_optimum(&(pld__one_run){r + 3, r, v}, epsilon, 0, truth, 1e-9);
            }
}

/* Optima of the linear program over p_0 .. p_r with the constraints of both directions, by another program (HiGHS). */
static void test_values(void) {
    static const struct {
        pld__one_run run;
        double epsilon, delta, value;
    } cases[] = {{{30, 29, 22}, 1.27, 0.001, 0.7080527459},  {{2, 2, 1}, 0.24, 0.01, 0.8124893136},
                 {{2, 1, 1}, 1.49, 0.05, 0.8344704453},      {{30, 20, 19}, 0.04, 0.0001, 0.0001947534},
                 {{1, 1, 1}, 2.2, 0.0001, 0.9002594859},     {{30, 25, 20}, 1.48, 0.001, 0.6887331858},
                 {{80, 54, 47}, 0.74, 0.0001, 0.0012328480}, {{1, 1, 1}, 1.02, 0.0001, 0.7349991022},
                 {{7, 5, 3}, 1.28, 0.0001, 0.9277820580},    {{1, 1, 1}, 0.27, 0.01, 0.5714219759},
                 {{2, 1, 1}, 1.17, 0.05, 0.7868305142},      {{7, 3, 3}, 0.83, 0.05, 0.4149414801}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_optimum(&cases[i].run, cases[i].epsilon, cases[i].delta, cases[i].value, 1e-6);
    /* The largest epsilon that a count refutes at 0.05. */
    const pld__one_run run = {1000, 1000, 800};
    CU_ASSERT(pld__one_run_bounded(&run, 1.25427, 1e-5, 0.05) && !pld__one_run_bounded(&run, 1.25428, 1e-5, 0.05));
}

/* Two canaries of which either both are told with probability delta or each by randomized response; and the law that is right
 * more often than the printed formula says. */
static void test_never_excluded(void) {
    dice from = dice_create(17401);
    for (size_t i = 0; i < suite_cases(3000); i++) {
        double epsilon = dice_uniform(&from, 0, 4), delta = pow(10, dice_uniform(&from, -8, -0.8)), x = exp(epsilon);
        unsigned r = 1 + (unsigned)dice_below(&from, 60), v = 1 + (unsigned)dice_below(&from, r);
        double told = delta + (1 - delta) * binomial_tail(r, v, 1 / (1 + expl(-epsilon)));
        CHECK(!pld__one_run_bounded(&(pld__one_run){r + dice_below(&from, 9), r, v}, epsilon, delta, told * (1 - 1e-12)),
              "r %u v %u epsilon %.17g delta %.17g", r, v, epsilon, delta);
        double none = (1 - (2 + x) * delta) / ((1 + x) * (1 + x));
        CHECK(none < 0 || !pld__one_run_bounded(&(pld__one_run){2, 2, 1}, epsilon, delta, (1 - none) * (1 - 1e-12)),
              "epsilon %.17g delta %.17g", epsilon, delta);
    }
}

/* Everything is at least as likely as what is certain, and no more. */
static void test_edges(void) {
    const pld__one_run none = {5, 5, 0}, all = {5, 5, 5}, many = {100000000, 90000000, 50000000};
    CU_ASSERT(!pld__one_run_bounded(&none, 1, 1e-5, 0.999) && pld__one_run_bounded(&none, 1, 1e-5, 1));
    CU_ASSERT(!pld__one_run_bounded(&all, 1, 1e-5, 0) && !pld__one_run_bounded(&all, NAN, 1e-5, 0.5));
    CU_ASSERT(!pld__one_run_bounded(&all, 2000, 0, 0.9999));
    CU_ASSERT(pld__one_run_bounded(&many, 0.2227, 1e-9, 0.05) && !pld__one_run_bounded(&many, 0.2228, 1e-9, 0.05));
}

int main(void) {
    CU_TestInfo tests[] = {{"pure", test_pure},
                           {"values", test_values},
                           {"never excluded", test_never_excluded},
                           {"edges", test_edges},
                           CU_TEST_INFO_NULL};
    return suite_run("bound/one_run_optimum", tests);
}
