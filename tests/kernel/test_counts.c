/* Tests of src/kernel/log_gamma.c, counts.c and allotted.c: moments against values in 45 digits by another program, what is
 * claimed of bad grids, and answers against laws in buckets. */
#include "bound/counts.h"
#include "kernel/allotted.h"
#include "kernel/log_gamma.h"
#include "plan/kernel_counts.h"

#include <pld/pld.h>

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

/* How far two complex numbers with these logs are apart, relative to the second. */
static long double apart(long double real, long double imaginary, long double real_2, long double imaginary_2) {
    long double size = expl(real - real_2), angle = imaginary - imaginary_2;
    return hypotl(size * cosl(angle) - 1, size * sinl(angle));
}

/* Gamma(z) Gamma(z + 1/2) = 2^(1 - 2z) sqrt(pi) Gamma(2z); whole numbers; |Gamma(1 + iy)|^2 = pi y/sinh(pi y). */
static void test_gamma(void) {
    const long double LOG_TWO = 0.693147180559945309417L, LOG_PI = 1.144729885849400174143L, PI = 3.141592653589793238463L;
    dice from = dice_create(2910);
    for (size_t i = 0; i < suite_cases(20000); i++) {
        long double x = (long double)dice_logarithmic(&from, 1e-3, 1e3), y = (long double)dice_logarithmic(&from, 1e-3, 1e3);
        pld__log_gamma one = pld__log_gamma_at(x, y), half = pld__log_gamma_at(x + 0.5L, y),
                       two = pld__log_gamma_at(2 * x, 2 * y);
        long double error = one.error + half.error + two.error;
        long double off = apart(one.real + half.real, one.imaginary + half.imaginary,
                                (1 - 2 * x) * LOG_TWO + LOG_PI / 2 + two.real, -2 * y * LOG_TWO + two.imaginary);
        CHECK(off <= 2 * error, "%Lg + %Lgi: off by %Lg, %Lg claimed", x, y, off, error);
        CHECK(one.error < 1e-15L * (1 + hypotl(x, y)), "%Lg + %Lgi: %Lg claimed", x, y, one.error);
    }
    long double factorial = 1;
    for (int n = 1; n < 400; n++, factorial *= n - 1) {
        pld__log_gamma found = pld__log_gamma_at(n, 0);
        CHECK(fabsl(found.real - logl(factorial)) <= found.error + 1e-19L * logl(factorial), "(%d - 1)!: %.20Lg", n, found.real);
    }
    for (long double y = 0.125L; y < 100; y *= 1.5L) {
        pld__log_gamma found = pld__log_gamma_at(1, y);
        long double truth = (logl(2 * PI * y) - PI * y - log1pl(-expl(-2 * PI * y))) / 2;
        CHECK(fabsl(found.real - truth) <= found.error + 1e-18L * y, "1 + %Lgi: %.20Lg, %.20Lg", y, found.real, truth);
    }
    CU_ASSERT(pld__log_gamma_at(0, 1).error == INFINITY);
    CU_ASSERT(pld__log_gamma_at(1, NAN).error == INFINITY);
}

/* mpmath, 45 digits: t = 2 and one step by a single integral of cosh or of the mixture, the others by sums over 24 nodes a unit
 * of v and 20 of z, with another count. */
static const struct {
    int batches, used;
    long double mean;
    bool inverse;
    double theta, t;
    long double real, imaginary;
} TRUTHS[] = {
    {2, 2, 1.0L, false, 0.5, 0.0, 0.2279087874377255872943118L, 0.0L},
    {2, 2, 1.0L, false, 4.5, 3.0, 4.717497104234784455934904L, 0.3923392600298259178246262L},
    {2, 2, 0.25L, false, 7.0, 20.0, -5.483503700401258178594405L, -1.563918901182353240250183L},
    {2, 2, 3.0L, false, 0.75, 1.0, 0.8916277342342347265598942L, -2.008251356463204787676027L},
    {2, 2, 1.0L, false, 20.0, 1.5, 195.0120563949468789965337L, -1.705647349694950111551168L},
    {3, 1, 1.0L, false, 2.0, 4.0, -1.213677194362141472417251L, 0.06687439528284116067506061L},
    {50, 1, 2.0L, false, 1.5, 0.75, -0.03782327236812468412932631L, 0.02254658923569423132927074L},
    {10, 1, 0.5L, false, 9.0, 6.0, 0.04395183452118751284751079L, 0.2168352251465556538465019L},
    {2, 2, 1.0L, true, 0.5, 0.0, 0.2154599052927946434495524L, 0.0L},
    {2, 2, 1.0L, true, 4.5, 3.0, 4.449599892711743649827776L, 1.744655635811920231943632L},
    {2, 2, 0.25L, true, 7.0, 20.0, -5.420310871530975207848297L, -1.519296301416624274417335L},
    {2, 2, 3.0L, true, 0.75, 1.0, 1.607859916719419183098771L, 1.126353999272724955509139L},
    {2, 2, 1.0L, true, 20.0, 1.5, 108.2476257379174410486294L, -3.134213920664724820503888L},
    {3, 1, 1.0L, true, 2.0, 4.0, 0.006219642054770204347872853L, 0.7668930344196979396582351L},
    {50, 1, 2.0L, true, 1.5, 0.75, 0.007192213668887259679894225L, 0.005097032527008104523725665L},
    {10, 1, 0.5L, true, 9.0, 6.0, 0.07288560002333017540585569L, 0.1183884685837716653117429L},
    {235, 235, 1.0L, false, 6.5, 0.0, 0.1822783361326169513381053L, 0.0L},
    {235, 235, 1.0L, false, 6.5, 9.0, -0.1384703131472747996067537L, 0.4595882368950092032019197L},
    {97, 97, 1.0L, true, 5.0, 7.0, -0.1331316650169421218205354L, 0.6448566085907206454935141L},
    {1000, 1000, 0.5L, false, 3.0, 10.0, -0.01249867445050974523258032L, 0.009936645233792982571491177L},
    {469, 100, 1.0L, true, 3.0, 4.0, -0.001330748376843395604912114L, 0.01069765016756267344480777L},
    {20, 20, 3.0L, false, 0.5, 0.75, -0.9104465550136972647085171L, -1.755456787518478122531993L},
};

static pld__kernel_allotment allotment_of(size_t i) {
    return (pld__kernel_allotment){(uint64_t)TRUTHS[i].batches, (uint64_t)TRUTHS[i].used, TRUTHS[i].mean, TRUTHS[i].inverse};
}

static pld__counts_grid grid_for(size_t i, double share) {
    const pld__kernel_allotment allotment = allotment_of(i);
    const pld__counts_aim aim = {.theta = TRUTHS[i].theta,
                                 .lambda = TRUTHS[i].theta * 1.2,
                                 .last = TRUTHS[i].t,
                                 .frequencies = 10,
                                 .count = 1,
                                 .fall = 0,
                                 .share = share};
    pld__counts_grid grid;
    CHECK(pld__kernel_counts_choose(&allotment, &aim, &grid) < 1e9, "%zu: no grid", i);
    return grid;
}

static pld__kernel_log log_by(size_t i, const pld__counts_grid *grid, long double *upper) {
    const pld__kernel_allotment allotment = allotment_of(i);
    pld__counts counts;
    pld__allotted_tilt tilt;
    CU_ASSERT_EQUAL_FATAL(pld__counts_create(&allotment, grid, &counts), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__allotted_tilt_create(&counts, TRUTHS[i].theta, &tilt), PLD_OK);
    pld__kernel_log found = pld__allotted_log(&tilt, TRUTHS[i].t);
    *upper = tilt.real.upper - pld__allotted_fall(&allotment) * TRUTHS[i].t * TRUTHS[i].t / 2;
    pld__allotted_tilt_free(&tilt);
    pld__counts_free(&counts);
    return found;
}

static void test_moments(void) {
    for (size_t i = 0; i < COUNT_OF(TRUTHS); i++) {
        pld__counts_grid grid = grid_for(i, 1e-15);
        long double fallen;
        pld__kernel_log found = log_by(i, &grid, &fallen);
        long double off = apart(found.real, found.imaginary, TRUTHS[i].real, TRUTHS[i].imaginary);
        CHECK(off <= 1.001L * found.error + 1e-18L, "%zu: off by %Lg, %Lg claimed", i, off, found.error);
        CHECK(found.error < 1e-9L, "%zu: %Lg claimed", i, found.error);
        CHECK(TRUTHS[i].real <= found.upper + 1e-18L && TRUTHS[i].real <= fallen + 1e-18L, "%zu: %Lg and %Lg below %Lg", i,
              found.upper, fallen, TRUTHS[i].real);
    }
}

/* Grids that are too coarse, too short or too small claim what they are off by, or nothing. */
static void test_bad_grids(void) {
    size_t wrong = 0, told = 0;
    for (size_t i = 0; i < COUNT_OF(TRUTHS); i++)
        for (int kind = 0; kind < 8; kind++) {
            pld__counts_grid grid = grid_for(i, 1e-12);
            int64_t nodes = grid.last - grid.first;
            long double fallen;
            grid.inner *= kind < 3 ? 1 << (kind + 1) : 1;
            grid.step *= kind == 3 || kind == 4 ? kind - 1 : 1;
            grid.first = kind == 3 || kind == 4 ? grid.first / (kind - 1) : grid.first + (kind == 5 ? nodes / 4 : 0);
            grid.last = kind == 3 || kind == 4 ? grid.last / (kind - 1) : grid.last - (kind == 6 ? nodes / 4 : 0);
            grid.most = kind == 7 ? grid.most / 2 + 2 : grid.most;
            pld__kernel_log found = log_by(i, &grid, &fallen);
            if (!(found.upper < INFINITY))
                continue;
            long double off = apart(found.real, found.imaginary, TRUTHS[i].real, TRUTHS[i].imaginary);
            CHECK(off <= 1.3L * found.error || found.error > 0.5L, "%zu, %d: off by %Lg, %Lg claimed", i, kind, off, found.error);
            CHECK(TRUTHS[i].real <= found.upper + 1e-18L, "%zu, %d: %Lg below %Lg", i, kind, found.upper, TRUTHS[i].real);
            told++;
            wrong += off > 1e-11L;
        }
    CHECK(wrong > 5 && told > wrong, "only %zu of %zu bad grids were seen to be off", wrong, told);
}

/* Every p of a table is that of the grid with finer nodes in z; powers in both ways. */
static void test_tables(void) {
    dice from = dice_create(2911);
    for (size_t i = 0; i < suite_cases(20); i++) {
        uint64_t batches = 1 + dice_below(&from, 12);
        pld__kernel_allotment allotment = {batches, 1 + dice_below(&from, (size_t)batches),
                                           (long double)dice_logarithmic(&from, 0.2, 3), false};
        pld__counts_grid grid = {.most = 8, .step = 0.5, .first = -3, .last = 8, .inner = 0.0625};
        pld__counts counts, finer;
        CU_ASSERT_EQUAL_FATAL(pld__counts_create(&allotment, &grid, &counts), PLD_OK);
        grid.inner /= 2;
        CU_ASSERT_EQUAL_FATAL(pld__counts_create(&allotment, &grid, &finer), PLD_OK);
        CU_ASSERT(counts.sound && finer.sound);
        for (size_t j = 0; j < counts.nodes * 9 && counts.sound; j++)
            CHECK(fabsl(logl(counts.mass[j] / finer.mass[j])) <=
                      counts.error + finer.error + 40 * (counts.turn + finer.turn) + 1e-13L,
                  "%zu: %.20Lg and %.20Lg", j, counts.mass[j], finer.mass[j]);
        /* Counts are probabilities, whose sums are at most 1. */
        for (size_t j = 0; j < counts.nodes; j++) {
            long double sum = 0;
            for (size_t k = 0; k <= 8; k++)
                sum += counts.mass[j * 9 + k];
            CHECK(sum <= 1 + 1e-15L && sum > 0, "node %zu: %Lg", j, sum);
        }
        pld__counts_free(&counts);
        pld__counts_free(&finer);
    }
}

static pld_result ask(const pld_step *steps, size_t count, double log_delta, pld_adjacency adjacency, pld_engine engine,
                      double tolerance) {
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    options.tolerance = tolerance;
    options.engine = engine;
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, count, log_delta, &options, &result, NULL), PLD_OK);
    return result;
}

/* Beside each other and beside plain and sampled steps, unfinished epochs among them: brackets overlap those of laws. */
static void test_laws(void) {
    dice from = dice_create(2912);
    for (size_t i = 0; i < suite_volume(12); i++) {
        char spec[256];
        uint64_t ignored;
        unsigned batches = 2 + (unsigned)dice_below(&from, 60);
        double sigma = dice_uniform(&from, 0.6, 1.5), log_delta = -dice_uniform(&from, 5, 60);
        pld_mechanism *epoch = NULL, *part = NULL, *other = NULL;
        snprintf(spec, sizeof spec, "allocation:t=%u,sigma=%.17g", batches, sigma);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &epoch, &ignored, NULL), PLD_OK);
        snprintf(spec, sizeof spec, "allocation:t=%u,sigma=%.17g,steps=%u", batches, sigma, 1 + batches / 2);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(spec, &part, &ignored, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(
            pld_mechanism_parse(i % 2 ? "poisson-gaussian:q=0.1,sigma=2" : "laplace:b=5", &other, &ignored, NULL), PLD_OK);
        const pld_step steps[] = {{epoch, 2 + dice_below(&from, 6)}, {part, 1}, {other, 1 + dice_below(&from, 3)}};
        pld_adjacency adjacency = dice_chance(&from, 0.5) ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
        size_t count = 1 + dice_below(&from, 3);
        pld_result exact = ask(steps, count, log_delta, adjacency, PLD_ENGINE_QUADRATURE, 1e-6);
        pld_result laws = ask(steps, count, log_delta, adjacency, PLD_ENGINE_TRANSFORMS, 3e-2);
        CHECK(exact.bracket.upper - exact.bracket.lower < 1e-6, "%s: [%.12g, %.12g]", pld_mechanism_resolved(epoch),
              exact.bracket.lower, exact.bracket.upper);
        CHECK(exact.bracket.lower <= laws.bracket.upper && laws.bracket.lower <= exact.bracket.upper,
              "%s: [%.12g, %.12g] and [%.12g, %.12g]", pld_mechanism_resolved(epoch), exact.bracket.lower, exact.bracket.upper,
              laws.bracket.lower, laws.bracket.upper);
        pld_mechanism_free(epoch);
        pld_mechanism_free(part);
        pld_mechanism_free(other);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"log of the gamma function", test_gamma},
                           {"moments", test_moments},
                           {"bad grids", test_bad_grids},
                           {"tables", test_tables},
                           {"laws", test_laws},
                           CU_TEST_INFO_NULL};
    return suite_run("kernel/counts", tests);
}
