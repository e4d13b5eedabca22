/* Tests of src/baseline/opacus.c, connect_dots.c, prv_accountant.c and program.c: against what the programs themselves printed,
 * and what is refused. */
#include "baseline/program.h"

#include "baseline/support.h"

#include <string.h>

static const char *const NAMES[] = {"opacus-rdp", "dp-accounting-pld", "prv-accountant"};
enum { PROGRAMS = 3 };

/* Printed by Opacus 1.5.4 (get_privacy_spent at its default orders), dp_accounting 0.6.0 (privacy_loss_distribution, grid 1e-4,
 * plain Gaussians as one) and prv_accountant 0.2.0 (DPSGDAccountant, upper bound), with numpy 1.24.2 and scipy 1.10.1. */
static void test_printed(void) {
    static const struct {
        const char *spec;
        double delta, epsilon[PROGRAMS];
    } printed[] = {
        {"poisson-gaussian:q=0.01,sigma=1@1000", 1e-05, {2.101365272, 1.828243646, 1.928477971}},
        {"poisson-gaussian:q=256/60000,sigma=1@14063", 1e-05, {3.078790944, 2.822730766, 2.922871874}},
        {"poisson-gaussian:q=0.001,sigma=0.8@10000", 1e-06, {1.703625281, 0.947323834, 1.047491584}},
        {"poisson-gaussian:q=0.1,sigma=2@100", 1e-05, {2.580568809, 2.337400192, 2.437641266}},
        {"poisson-gaussian:q=0.05,sigma=1.5@500", 1e-06, {4.630375319, 4.280250233, 4.380622727}},
        {"poisson-gaussian:q=0.01,sigma=0.6@1000", 1e-05, {8.665908110, 7.433616103, 7.533918113}},
        {"poisson-gaussian:q=0.02,sigma=4@5000", 1e-05, {1.516164182, 1.389324017, 1.489668104}},
        {"poisson-gaussian:q=0.5,sigma=3@50", 1e-05, {6.109578663, 5.626423189, 5.726567564}},
        {"poisson-gaussian:q=0.2,sigma=5@1000", 1e-07, {7.561695901, 7.132910948, 7.235564266}},
        {"poisson-gaussian:q=0.004,sigma=0.7@20000", 1e-05, {8.079299880, 7.337084617, 7.437251009}},
        {"gaussian:sigma=1@1", 1e-05, {4.728507067, 4.377178100, 4.477186789}},
        {"gaussian:sigma=2@10", 1e-05, {8.079406222, 7.511275904, 7.611399313}},
        {"gaussian:sigma=5@100", 1e-06, {11.688626799, 10.997151218, 11.097648707}},
        {"gaussian:sigma=10@1000", 1e-05, {19.053597532, 17.856586831, 17.956706228}},
        {"gaussian:sigma=20@50", 1e-08, {1.976092091, 1.867871311, 1.975236464}},
        {"poisson-gaussian:q=0.001,sigma=1.2@100000", 1e-05, {1.321878489, 1.211496880, 1.310863948}},
        {"poisson-gaussian:q=0.3,sigma=1@10", 1e-05, {7.829677805, 6.926577673, 7.026693976}},
        {"poisson-gaussian:q=0.05,sigma=0.9@100", 1e-06, {5.863435672, 5.155999677, 5.256458267}},
        {"poisson-gaussian:q=0.01,sigma=2@100000", 1e-05, {8.746395564, 8.132601798, 8.232441760}},
        {"poisson-gaussian:q=0.1,sigma=10@10000", 1e-06, {5.246720338, 4.908929508, 5.009257578}},
    };
    size_t count = sizeof printed / sizeof printed[0], every = suite_cases(count) < count ? 5 : 1;
    for (size_t i = 0; i < count; i += every)
        for (int j = 0; j < PROGRAMS; j++) {
            pld_baseline_answer answer = ASK(NAMES[j], log(printed[i].delta), printed[i].spec);
            CHECK(answer.applicable && fabs(answer.epsilon / printed[i].epsilon[j] - 1) < 2e-6, "%s of %s: %.10g, printed %.10g",
                  NAMES[j], printed[i].spec, answer.epsilon, printed[i].epsilon[j]);
        }
}

/* Different steps: two equal ones in a list of their own are those with a count of two; nothing is below the truth here. */
static void test_lists(void) {
    for (int j = 0; j < PROGRAMS; j++) {
        double once = ASK(NAMES[j], -12, "poisson-gaussian:q=0.1,sigma=2@4").epsilon;
        double twice = ASK(NAMES[j], -12, "poisson-gaussian:q=0.1,sigma=2@3", "poisson-gaussian:q=0.1,sigma=2").epsilon;
        CHECK(fabs(once - twice) < 1e-7 && once > 0, "%s: %.10g and %.10g", NAMES[j], once, twice);
        CU_ASSERT(ASK(NAMES[j], -12, "poisson-gaussian:q=0.1,sigma=2@4", "gaussian:sigma=9").epsilon > once);
    }
}

static void test_refused(void) {
    for (int j = 0; j < PROGRAMS; j++) {
        CU_ASSERT(strstr(ASK(NAMES[j], -12, "laplace:b=2").reason, "Gaussian") != NULL);
        CU_ASSERT(!ASK(NAMES[j], -12, "poisson-gaussian:q=0.1,sigma=2,k=2").applicable);
        CU_ASSERT(!ASK(NAMES[j], -INFINITY, "gaussian:sigma=2").applicable);
        const char *const specs[] = {"gaussian:sigma=2", NULL};
        CU_ASSERT(!ask_with(NAMES[j], -12, PLD_ADJACENCY_REPLACE, specs).applicable);
    }
    CU_ASSERT(!ASK("prv-accountant", -21, "gaussian:sigma=2").applicable); /* delta_error is larger */
    CU_ASSERT(!ASK("dp-accounting-pld", -12, "gaussian:sigma=0.0001").applicable);
}

/* At the ends of what can be asked. */
static void test_corners(void) {
    static const char *const specs[] = {"gaussian:sigma=9", "poisson-gaussian:q=0,sigma=1@5", "gaussian:sigma=1e6",
                                        "poisson-gaussian:q=1e-9,sigma=50@1e15", "gaussian:sigma=0.01@1000000"};
    for (size_t i = 0; i < COUNT_OF(specs); i++)
        for (int j = 0; j < PROGRAMS; j++)
            for (int k = 0; k < 2; k++) {
                pld_baseline_answer answer = ASK(NAMES[j], k == 0 ? -1e-3 : -9000, specs[i]);
                CHECK(answer.applicable ? answer.epsilon >= 0 : answer.reason[0] != '\0', "%s of %s: %g", NAMES[j], specs[i],
                      answer.epsilon);
            }
}

/* Sums of losses by hand. */
static void test_masses(void) {
    double mass[] = {0.25, 0.75};
    const pld__masses coin = {-1, 2, 2, mass};
    pld__masses three = {0}, four = {0};
    CU_ASSERT_EQUAL_FATAL(pld__masses_power(&coin, 3, 1, 3, &three), PLD_OK);
    CU_ASSERT(three.count == 3 && three.start == -1); /* but for -3 */
    CU_ASSERT(fabs(three.mass[0] - 9 / 64.0) < 1e-15 && fabs(three.mass[1] - 27 / 64.0) < 1e-15 &&
              fabs(three.mass[2] - 27 / 64.0) < 1e-15);
    CU_ASSERT_EQUAL_FATAL(pld__masses_add(&coin, &coin, &four), PLD_OK);
    CU_ASSERT(four.count == 3 && four.start == -2 && fabs(four.mass[1] - 0.375) < 1e-15 && fabs(four.mass[2] - 0.5625) < 1e-15);
    pld__masses_free(&three);
    pld__masses_free(&four);
}

int main(void) {
    CU_TestInfo tests[] = {{"printed", test_printed}, {"lists", test_lists},   {"refused", test_refused},
                           {"corners", test_corners}, {"masses", test_masses}, CU_TEST_INFO_NULL};
    return suite_run("baseline/program", tests);
}
