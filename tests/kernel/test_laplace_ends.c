/* Tests of src/kernel/laplace_ends.c: moments against a series in 40 digits and against nodes, bounds against moments. */
#include "kernel/laplace.h"
#include "kernel/laplace_ends.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

/* mpmath, 40 digits: log M(theta + it) of a sampled step and log |C|, the part between the outcomes, by the binomial series of
 * its density, which converges for every t. */
static const struct {
    double b, q;
    int first;
    double theta, t;
    long double real, imaginary, between;
} TRUTHS[] = {
    {1.53, 0.0143, 1, 0.116, 26110.0, -0.295035143147637804034L, 2.59002881238641112168L, -6.81024818753555546695L},
    {0.511, 0.0205, 1, 3.86, 70110.0, -1.00618336764057738721L, -0.901485731202984013552L, -6.79893008294506161367L},
    {2.75, 0.00566, 0, 0.116, 110900.0, -0.463440804509357121461L, 2.44147099614155667513L, -7.43354089056893204494L},
    {0.222, 0.202, 0, 27.7, 4056.0, 5.48650174176574056831L, -0.936954444483802945105L, 2.34052471226268660826L},
    {5.88, 0.0207, 1, 1.52, 51060.0, -2.31592561194362270263L, -1.49384087059670352787L, -7.71378236142957999322L},
    {2.68, 0.0652, 0, 62.0, 14440.0, 0.607669464355748345779L, 0.92441002580997368088L, -6.6239840066787240054L},
    {0.331, 0.356, 0, 33.9, 24820.0, 13.32339020392832307L, 1.8107649217403453367L, 6.1513303522090417837L},
    {4.36, 0.281, 1, 2.04, 51.83, -0.108952674211053789405L, -2.84680446699346586946L, -4.91109171292144004853L},
    {6.49, 0.0307, 0, 37.3, 1982.0, -0.058345143117306000755L, 2.43318567195113377735L, -5.77377715661803508662L},
    {4.39, 0.00743, 0, 4.84, 5464.0, -0.113130072039530459692L, 2.0754001818403250171L, -5.51881209471667486935L},
    {7.38, 0.00883, 1, 1.9, 120900.0, -0.237775510748963656068L, -2.87961361366828880275L, -8.28307919066800559268L},
    {4.11, 0.011, 0, 1.06, 2171.0, -0.210854388090674831403L, -0.766009051948500473758L, -4.61018753582296986469L},
    {1.69, 0.0379, 0, 22.5, 19310.0, -0.145093376656329670551L, 2.86749402354006241333L, -7.08073933927824598623L},
    {4.57, 0.377, 0, 3.2, 854.4, -1.04299092384540161534L, 2.73625501623299041747L, -6.47034129222007354824L},
};

static pld__laplace_ends ends_of(double b, double q, bool first) {
    const pld__kernel_laplace laplace = {1 / (long double)b, q, first};
    pld__laplace_ends ends;
    pld__laplace_ends_fill(&laplace, &ends);
    return ends;
}

/* How far two logs are apart, angles up to whole turns. */
static long double distance(const pld__kernel_log *found, long double real, long double imaginary) {
    long double angle = remainderl(found->imaginary - imaginary, 2 * acosl(-1));
    return hypotl(found->real - real, angle);
}

static void test_moments(void) {
    for (size_t i = 0; i < COUNT_OF(TRUTHS); i++) {
        pld__laplace_ends ends = ends_of(TRUTHS[i].b, TRUTHS[i].q, TRUTHS[i].first);
        pld__kernel_log found = pld__laplace_ends_log(&ends, TRUTHS[i].theta, TRUTHS[i].t);
        long double off = distance(&found, TRUTHS[i].real, TRUTHS[i].imaginary);
        CHECK(off <= found.error + 1e-18L, "%zu: off by %Lg, %Lg said", i, off, found.error);
        CHECK(found.error < 1e-3L, "%zu: %Lg", i, found.error);
        CHECK(TRUTHS[i].t < 40 * (1 - TRUTHS[i].q) / TRUTHS[i].q * exp(1 / TRUTHS[i].b) || found.error < 1e-12L, "%zu: %Lg", i,
              found.error);
        CHECK(found.upper >= TRUTHS[i].real - 1e-18L && found.upper <= TRUTHS[i].real + 2 * found.error + 1e-15L, "%zu: %Lg", i,
              found.upper);
        long double bound = pld__laplace_ends_log_between(&ends, TRUTHS[i].theta, TRUTHS[i].t);
        CHECK(bound >= TRUTHS[i].between && bound < TRUTHS[i].between + 4, "%zu: %Lg for %Lg", i, bound, TRUTHS[i].between);
    }
}

/* At frequencies where both serve: the same moments as by nodes, within what both say. */
static void test_nodes(void) {
    dice from = dice_create(130);
    size_t told = 0;
    for (size_t i = 0; i < suite_volume(400); i++) {
        double b = dice_logarithmic(&from, 0.4, 20), q = dice_logarithmic(&from, 0.003, 0.9),
               theta = dice_logarithmic(&from, 0.05, 60);
        const pld__kernel_factor factor = {.count = 1, .laplace = {1 / (long double)b, q, dice_below(&from, 2) == 1}};
        double t = (1 - q) / q * exp(1 / b) * dice_logarithmic(&from, 2, 60);
        pld__laplace_ends ends = ends_of(b, q, factor.laplace.mixture_first);
        pld__kernel_panels panels = pld__kernel_laplace_panels(&factor.laplace, theta, t, 1e-16L);
        pld__kernel_nodes nodes;
        pld__kernel_tilted tilted;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_laplace_nodes(&factor.laplace, &panels, &nodes), PLD_OK);
        nodes.farthest = t;
        pld__kernel_tilt(&factor, &nodes, theta, &tilted);
        pld__kernel_moment moment = pld__kernel_moment_at(&tilted, t);
        pld__kernel_log expected = pld__kernel_log_of(&moment), found = pld__laplace_ends_log(&ends, theta, t);
        pld__kernel_nodes_free(&nodes);
        if (!(found.error < 1e-6L && expected.error < 1e-6L))
            continue;
        told++;
        long double off = distance(&found, expected.real, expected.imaginary);
        CHECK(off <= found.error + expected.error, "b=%.17g q=%.17g theta %.17g t %.17g: off by %Lg, %Lg and %Lg said", b, q,
              theta, t, off, found.error, expected.error);
    }
    CHECK(told > suite_volume(400) / 8, "only %zu compared", told);
}

/* What is left out falls below what is wanted at the frequency that plans take, and a step of no sampling has no series to speak
 * of: its odds are 0. */
static void test_from(void) {
    pld__laplace_ends ends = ends_of(1, 0.1, true);
    double from = pld__laplace_ends_from(&ends, 5, 1e-14);
    CHECK(from > 100 && from < 2000, "from %g on", from);
    pld__kernel_log found = pld__laplace_ends_log(&ends, 5, from), before = pld__laplace_ends_log(&ends, 5, from / 8);
    CHECK(found.error < 1e-13L && before.error > 1e-12L, "%Lg, and %Lg before", found.error, before.error);
    pld__laplace_ends plain = ends_of(1, 1, false);
    for (double t = 0.5; t < 1000; t *= 3) {
        const pld__kernel_laplace laplace = {1, 1, true};
        pld__kernel_log closed = pld__kernel_laplace_log(&laplace, 2, t), series = pld__laplace_ends_log(&plain, 2, t);
        CHECK(distance(&series, closed.real, closed.imaginary) <= series.error + closed.error && series.error < 1e-13L,
              "t %g: %Lg", t, series.error);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"moments", test_moments}, {"nodes", test_nodes}, {"from", test_from}, CU_TEST_INFO_NULL};
    return suite_run("kernel/laplace_ends", tests);
}
