/* Tests of src/kernel/laplace.c and laplace_nodes.c: moments against values in 40 digits by another program, the bound of decay
 * against moments, and answers against buckets. */
#include "kernel/kernel.h"
#include "kernel/laplace.h"

#include <pld/query.h>

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

static pld__kernel_factor factor_of(double b, double q, bool first) {
    pld__kernel_factor factor = {.count = 1};
    factor.laplace = (pld__kernel_laplace){1 / (long double)b, q, first};
    return factor;
}

/* M - 1 by the nodes of a sampled step. */
static pld__kernel_moment moment_of(const pld__kernel_factor *factor, double theta, long double t, long double wanted) {
    pld__kernel_nodes nodes;
    pld__kernel_tilted tilted;
    pld__kernel_panels panels = pld__kernel_laplace_panels(&factor->laplace, theta, t, wanted);
    CU_ASSERT_EQUAL_FATAL(pld__kernel_laplace_nodes(&factor->laplace, &panels, &nodes), PLD_OK);
    nodes.farthest = t;
    pld__kernel_tilt(factor, &nodes, theta, &tilted);
    pld__kernel_moment moment = pld__kernel_moment_at(&tilted, t);
    pld__kernel_nodes_free(&nodes);
    return moment;
}

static pld__kernel_log log_of(const pld__kernel_factor *factor, double theta, long double t) {
    if (pld__kernel_is_closed(factor))
        return pld__kernel_laplace_log(&factor->laplace, theta, t);
    pld__kernel_moment moment = moment_of(factor, theta, t, 1e-18L);
    return pld__kernel_log_of(&moment);
}

/* mpmath, 40 digits: quadrature of the density and the two outcomes. */
static const struct {
    double b, q;
    int first;
    double theta, t;
    long double real, imaginary;
} TRUTHS[] = {
    {0.602, 1, 0, 0.0337, 0, 0.02985659562685723127404L, 0.0L},
    {6.72, 0.000235, 0, 1.1, 100.0, -0.000005842125279259556285828L, 1.879972657078199259377e-7L},
    {0.15, 1, 0, 0.329, 0.17, 2.480072907055228529799L, 6.185130254490144011003L},
    {1.81, 0.000171, 1, 0.953, 134.0, -0.00007055792925351397095906L, 0.000001367093083683731717986L},
    {2.62, 1, 0, 20.7, 8.02, -1373.206909425092705707L, 121.303635318849596474L},
    {0.159, 0.000747, 0, 0.888, 0.275, 0.0001207648056653804462833L, 0.00005384354948191426567913L},
    {0.252, 1, 1, 0.0258, 1.04, -1.54859683561427706684L, -0.4299271754216946750487L},
    {3.42, 0.000255, 0, 0.998, 0, 5.110468390506647308114e-9L, 0.0L},
    {1.78, 1, 0, 0.0166, 0.157, -0.001113501785527408860155L, 0.02140037067057010739408L},
    {1.39, 0.0126, 1, 5.25, 3.44, 0.0007418932982559365674509L, 0.001425347970204529757718L},
    {1.13, 1, 1, 0.112, 41.8, -0.4442958967274351432739L, -0.2408889611391726246808L},
    {5.5, 0.000211, 0, 0.112, 4.3, -1.280102379474106637987e-8L, 3.668673857876988573189e-9L},
    {4.31, 1, 0, 0.102, 172.0, -1.53291803545664293113L, 0.1005114341028177862665L},
    {1.5, 0.000448, 0, 0.157, 120.0, -0.0005580878669181634585045L, 0.00001054220288562700931995L},
    {0.151, 1, 1, 2.18, 0, 1104609.469421223732262L, 0.0L},
    {5.75, 0.171, 0, 0.155, 1.43, -0.0007790904187570966186974L, 0.0007851435112464256491338L},
    {2.08, 1, 1, 0.395, 59.1, -1.852989838561244018769L, -0.04547587186128199511705L},
    {0.463, 0.0567, 0, 0.0169, 25.9, -0.7474972490107187216118L, 0.7067945544886473347799L},
    {2.89, 1, 0, 29.9, 51.6, 8418.501382009759612677L, -13171.83382657976259989L},
    {4.05, 0.319, 0, 0.164, 127.0, -1.54348664828591133527L, 0.5071606264246543699431L},
    {0.283, 1, 1, 0.0257, 0.157, -0.04969070779340185090657L, 0.4209507608936824589993L},
    {0.504, 0.0825, 0, 0.247, 0, 0.003161534803150469221736L, 0.0L},
    {0.185, 1, 1, 0.373, 6.5, -4.332858729218922184692L, -1.833267348498513011626L},
    {0.243, 0.00502, 1, 0.843, 21.4, -0.02682636807801478475109L, -0.0853154454537048227239L},
    {0.713, 1, 0, 12.4, 145.0, -11913813.17650411461914L, 13315090.18886840203633L},
    {0.187, 0.000396, 1, 2.02, 0.11, 0.00006804604240326317600964L, 0.000006382130423586408151523L},
    {2.18, 1, 0, 0.0831, 0.103, 0.0071974930542276575785L, 0.0109374584534508996072L},
    {1.67, 0.0256, 1, 0.13, 0.259, 0.000008163688467594562065919L, 0.00003348909670144921899736L},
};

static void test_moments(void) {
    for (size_t i = 0; i < COUNT_OF(TRUTHS); i++) {
        pld__kernel_factor factor = factor_of(TRUTHS[i].b, TRUTHS[i].q, TRUTHS[i].first);
        long double real = TRUTHS[i].real, imaginary = TRUTHS[i].imaginary, size = hypotl(real, imaginary);
        if (TRUTHS[i].q < 1) {
            pld__kernel_moment found = moment_of(&factor, TRUTHS[i].theta, TRUTHS[i].t, 1e-17L * size);
            long double off = hypotl(found.real - real, found.imaginary - imaginary);
            CHECK(off <= found.error + 1e-21L * size, "%zu: off by %Lg, %Lg claimed", i, off, found.error);
            CHECK(found.error < 1e-13L * size, "%zu: %Lg claimed of %Lg", i, found.error, size);
        }
        /* Up to whole turns: by the exponential. */
        pld__kernel_log log = log_of(&factor, TRUTHS[i].theta, TRUTHS[i].t);
        long double whole = hypotl(1 + real, imaginary), found_size = expl(log.real);
        long double off =
            hypotl(found_size * cosl(log.imaginary) - (1 + real), found_size * sinl(log.imaginary) - imaginary) / whole;
        CHECK(off <= 2 * log.error + 1e-18L, "%zu: log off by %Lg, %Lg claimed", i, off, log.error);
        CHECK(log.error < 1e-12L && log.upper >= logl(whole) - 1e-18L, "%zu: log claimed to %Lg", i, log.error);
    }
}

/* Few nodes are off by more than many, and say so. */
static void test_few_nodes(void) {
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT_OF(TRUTHS); i++) {
        if (TRUTHS[i].q == 1)
            continue;
        pld__kernel_factor factor = factor_of(TRUTHS[i].b, TRUTHS[i].q, TRUTHS[i].first);
        for (int digits = 2; digits <= 14; digits += 2) {
            long double size = hypotl(TRUTHS[i].real, TRUTHS[i].imaginary);
            pld__kernel_moment found = moment_of(&factor, TRUTHS[i].theta, TRUTHS[i].t, size * powl(10, -digits));
            long double off = hypotl(found.real - TRUTHS[i].real, found.imaginary - TRUTHS[i].imaginary);
            CHECK(off <= found.error + 1e-21L * size, "%zu, %d digits: off by %Lg, %Lg claimed", i, digits, off, found.error);
            wrong += off > 1e-16L * size;
        }
    }
    CHECK(wrong > 10, "only %zu of few nodes were seen to be off", wrong);
}

static void test_behind(void) {
    dice from = dice_create(5454);
    size_t fallen = 0, all = suite_volume(2000);
    for (size_t i = 0; i < all; i++) {
        bool sampled = dice_chance(&from, 0.5);
        double b = dice_logarithmic(&from, 0.1, 100), q = sampled ? dice_logarithmic(&from, 1e-4, 0.99) : 1;
        pld__kernel_factor factor = factor_of(b, q, dice_chance(&from, 0.5));
        double theta = dice_logarithmic(&from, 0.01, 20), t = dice_logarithmic(&from, 0.01, 300);
        pld__kernel_log all_of_it = log_of(&factor, theta, 0);
        long double top = all_of_it.real + all_of_it.error,
                    bound = pld__kernel_laplace_log_behind(&factor.laplace, theta, t, top);
        CHECK(bound <= top + 1e-15L, "a bound above M(theta): %Lg", bound - top);
        fallen += bound < top - 1e-6L * fabsl(top);
        for (int j = 0; j < 6; j++) {
            long double later = t * (j == 0 ? 1 : dice_logarithmic(&from, 1, 30));
            pld__kernel_log there = log_of(&factor, theta, later);
            CHECK(there.real - there.error <= bound, "b=%.17g q=%.17g first %d theta %.17g t %.17g, %Lg: %Lg above %Lg", b, q,
                  factor.laplace.mixture_first, theta, t, later, there.real, bound);
        }
    }
    CHECK(fallen > all / 2, "only %zu of %zu bounds show a decay", fallen, all);
}

static pld_result ask(const pld_step *steps, size_t count, double log_delta, double tolerance, double width) {
    pld_options options = pld_options_default();
    options.relative_tolerance = tolerance;
    options.bucket_width = width;
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, count, log_delta, &options, &result, NULL), PLD_OK);
    return result;
}

static void draw_spec(dice *from, char *spec, size_t size) {
    double b = dice_logarithmic(from, 0.3, 30), q = dice_logarithmic(from, 1e-3, 0.9);
    unsigned count = 1 + (unsigned)dice_logarithmic(from, 1, 3000);
    switch (dice_below(from, 5)) {
    case 0:
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g@%u", q, 0.5 + b, count);
        break;
    case 1:
    case 2:
        snprintf(spec, size, "laplace:b=%.17g@%u", b, count);
        break;
    default:
        snprintf(spec, size, "poisson-laplace:q=%.17g,b=%.17g@%u", q, b, count);
    }
}

static void test_buckets(void) {
    dice from = dice_create(5656);
    size_t by_quadrature = 0, all = suite_volume(120);
    for (size_t i = 0; i < all; i++) {
        char spec[2][200];
        pld_step steps[2];
        pld_mechanism *mechanisms[2];
        size_t count = 1 + dice_below(&from, 2);
        for (size_t m = 0; m < count; m++) {
            uint64_t times;
            draw_spec(&from, spec[m], sizeof spec[m]);
            mechanisms[m] = spec_mechanism(spec[m], &times);
            steps[m] = (pld_step){mechanisms[m], times};
        }
        double log_delta = -dice_uniform(&from, 1, 30);
        pld_result exact = ask(steps, count, log_delta, 1e-5, 0);
        double width = fmax(exact.bracket.upper, 1e-3) / 20000;
        pld_result bucketed = isfinite(width) ? ask(steps, count, log_delta, 1e-3, width) : exact;
        by_quadrature += exact.method == PLD_METHOD_QUADRATURE;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const pld_bracket *one = &exact.directions[d].bracket, *other = &bucketed.directions[d].bracket;
            CHECK(one->lower <= other->upper && other->lower <= one->upper,
                  "%s %s, %d, log delta %g: [%.17g, %.17g] and, by buckets, [%.17g, %.17g]", spec[0], count > 1 ? spec[1] : "", d,
                  log_delta, one->lower, one->upper, other->lower, other->upper);
        }
        for (size_t m = 0; m < count; m++)
            pld_mechanism_free(mechanisms[m]);
    }
    CHECK(by_quadrature > all / 3, "only %zu of %zu by quadrature", by_quadrature, all);
}

int main(void) {
    CU_TestInfo tests[] = {{"moments", test_moments},
                           {"few nodes", test_few_nodes},
                           {"behind", test_behind},
                           {"buckets", test_buckets},
                           CU_TEST_INFO_NULL};
    return suite_run("kernel/laplace", tests);
}
