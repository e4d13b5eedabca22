/* Tests of src/kernel/line.c and bend.c: moments beside the real line are those on it, sizes bound them, bent contours give what
 * a second program does, and any plan is valid. */
#include "plan/bend_plan.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A factor whose Q is the bell. */
static pld__kernel_factor *draw_factor(dice *from, char *spec, size_t size) {
    double sigma = dice_logarithmic(from, 0.5, 5), q = dice_logarithmic(from, 1e-3, 0.4);
    unsigned count = (unsigned)dice_logarithmic(from, 2, 60);
    if (dice_chance(from, 0.3))
        snprintf(spec, size, "hypergeometric-gaussian:N=500,B=%d,k=%d,sigma=%.17g@%u", 2 + (int)dice_below(from, 100),
                 1 + (int)dice_below(from, 5), sigma, count);
    else
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g,k=%d@%u", q, sigma, 1 + (int)dice_below(from, 3), count);
    uint64_t steps;
    pld_mechanism *mechanism = spec_mechanism(spec, &steps);
    pld__kernel_factor *factor = malloc(sizeof *factor);
    CU_ASSERT_PTR_NOT_NULL_FATAL(factor);
    pld__kernel_factor_fill(mechanism, PLD_REMOVE, steps, factor);
    CU_ASSERT_TRUE(pld__kernel_lines_take(factor));
    pld_mechanism_free(mechanism);
    return factor;
}

/* On every line the same moment as on the real one, where that is what another file computes; and no larger than its bound. */
static void test_lines(void) {
    dice from = dice_create(41);
    size_t sharp = 0, tried = 0;
    for (size_t i = 0; i < suite_volume(60); i++) {
        char spec[160];
        pld__kernel_factor *factor = draw_factor(&from, spec, sizeof spec);
        pld__kernel_cut cut = {dice_chance(&from, 0.6) ? dice_uniform(&from, 3, 10) : INFINITY, dice_logarithmic(&from, 0.2, 1)};
        double spread = (double)(factor->ends.p_high - factor->ends.p_low), step = 0x1p-6;
        double apart = fmin(0.8 * 3.14 / spread, 3) / (PLD__KERNEL_LINES - 1) * dice_uniform(&from, 0.2, 1);
        double last = fmin((cut.at < INFINITY ? cut.at + 12 * cut.softness : 13) + 6 * (double)factor->ends.p_high, 100);
        pld__kernel_nodes nodes;
        pld__kernel_lines lines;
        pld__kernel_tilted tilted;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_nodes_create(factor, step, -(int64_t)(13 / step), (int64_t)(last / step), cut, &nodes),
                              PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld__kernel_lines_create(factor, &nodes, apart, &lines), PLD_OK);
        for (int trial = 0; trial < 6; trial++) {
            double theta = dice_logarithmic(&from, 0.1, 5), t = trial == 0 ? 0 : dice_logarithmic(&from, 0.1, 30);
            pld__kernel_tilt(factor, &nodes, theta, &tilted);
            pld__kernel_moment real = pld__kernel_moment_at(&tilted, t);
            for (int line = 0; line + PLD__KERNEL_GAP < PLD__KERNEL_LINES && real.error < INFINITY; line++) {
                pld__kernel_moment found = pld__kernel_line_moment(&lines, line, theta, 0, t);
                long double gap = hypotl(found.real - 1 - real.real, found.imaginary - real.imaginary);
                CHECK(gap <= found.error + real.error, "%s, line %d, %g + %gi: off by %Lg, not %Lg", spec, line, theta, t, gap,
                      found.error + real.error);
                double size = pld__kernel_line_log_size(&lines, line, theta, t);
                long double modulus = hypotl(1 + real.real, real.imaginary);
                CHECK(logl(fmaxl(modulus - real.error, 1e-300L)) <= (long double)size, "%s, line %d: |M| = %Lg is above e^%g",
                      spec, line, modulus, size);
                CHECK(pld__kernel_line_log_size(&lines, line, theta, 2 * t) <= size + 1e-9, "%s, line %d: no fall", spec, line);
                tried++;
                sharp += found.error < 1e-10L;
            }
        }
        pld__kernel_lines_free(&lines);
        pld__kernel_nodes_free(&nodes);
        free(factor);
    }
    CHECK(sharp > tried / 3 && tried > 100, "only %zu of %zu moments were good to 1e-10", sharp, tried);
}

/* The contour of a plan for so many steps. */
static void create_bent(const pld__kernel_factor *factor, const pld__kernel_bend *plan, long double count,
                        pld__kernel_bent *bent) {
    pld__kernel_bow *bow = malloc(sizeof *bow);
    CU_ASSERT_FATAL(bow != NULL);
    CU_ASSERT_EQUAL_FATAL(pld__kernel_bow_create(factor, plan, bow), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__kernel_bent_create(bow, count, bent), PLD_OK);
    pld__kernel_bow_free(bow);
    free(bow);
}

/* delta of two steps by nested quadrature with mpmath, 30 digits. */
static void test_two_steps(void) {
    static const struct {
        const char *spec;
        pld_direction direction;
        double epsilon;
        long double delta;
    } known[] = {
        {"poisson-gaussian:q=0.1,sigma=1@2", PLD_REMOVE, 2, 6.944861264848251263e-6L},
        {"poisson-gaussian:q=0.1,sigma=1@2", PLD_ADD, 0.1, 0.011158949903262605145L},
        {"poisson-gaussian:q=0.01,sigma=1@2", PLD_REMOVE, 0.25, 9.3448485646444789979e-6L},
        {"poisson-gaussian:q=0.01,sigma=2@2", PLD_ADD, 0.01, 0.000053892290874954545972L},
        {"poisson-gaussian:q=0.3,sigma=0.75@2", PLD_REMOVE, 5, 0.0000715638375188826266L},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint64_t steps;
        pld_mechanism *mechanism = spec_mechanism(known[i].spec, &steps);
        pld__kernel_factor *factor = malloc(sizeof *factor);
        pld__kernel_bent *bent = malloc(sizeof *bent);
        CU_ASSERT_FATAL(factor && bent);
        pld__kernel_factor_fill(mechanism, PLD_REMOVE, steps, factor);
        pld__kernel_bend plan;
        double cost;
        pld__bend_point point = {known[i].epsilon, (double)logl(known[i].delta)};
        CU_ASSERT_EQUAL_FATAL(pld__bend_plan_make(factor, known[i].direction == PLD_ADD, 1e-10, &point, &plan, &cost), PLD_OK);
        CU_ASSERT_FATAL(cost < INFINITY);
        create_bent(factor, &plan, (long double)steps, bent);
        pld__log_bounds found = pld__kernel_bent_log_delta(bent, known[i].epsilon).log_delta;
        long double truth = logl(known[i].delta);
        CHECK(found.lower <= truth + 1e-15L && truth - 1e-15L <= found.upper, "%s: %.19Lg is not in [%.19Lg, %.19Lg]",
              known[i].spec, truth, found.lower, found.upper);
        CHECK(found.upper - found.lower < 1e-8L, "%s: as wide as %Lg", known[i].spec, found.upper - found.lower);
        pld__kernel_bent_free(bent);
        free(bent);
        free(factor);
        pld_mechanism_free(mechanism);
    }
}

/* Numbers of few bits, as plans must have. */
static double coarse(double number, int bits) {
    int power;
    double scaled = floor(ldexp(frexp(number, &power), bits));
    return ldexp(scaled, power - bits);
}

static void spoil(dice *from, pld__kernel_bend *plan) {
    for (size_t changes = 1 + dice_below(from, 3); changes > 0; changes--)
        switch (dice_below(from, 10)) {
        case 0:
            plan->theta *= dice_logarithmic(from, 0.7, 1.5);
            break;
        case 1:
            plan->bend *= dice_logarithmic(from, 0.2, 3);
            break;
        case 2:
            plan->knee *= dice_logarithmic(from, 0.4, 3);
            break;
        case 3:
            plan->left *= dice_logarithmic(from, 0.3, 1.5);
            break;
        case 4:
            plan->right *= dice_logarithmic(from, 0.3, 2);
            break;
        case 5:
            plan->spacing = coarse(plan->spacing * dice_logarithmic(from, 0.8, 8), 24);
            break;
        case 6:
            plan->frequencies = 2 + (size_t)((double)plan->frequencies * dice_uniform(from, 0.05, 1));
            break;
        case 7:
            plan->grid.step = coarse(plan->grid.step * dice_logarithmic(from, 1, 5), 8);
            break;
        case 8:
            plan->lines *= dice_logarithmic(from, 0.3, 1.2);
            break;
        default:
            plan->grid.cut = (pld__kernel_cut){dice_uniform(from, 3, 12), dice_logarithmic(from, 0.1, 1)};
            break;
        }
}

static void test_spoiled(void) {
    dice from = dice_create(97);
    size_t told = 0, spoiled = 0;
    for (size_t i = 0; i < suite_volume(32); i++) {
        char spec[160];
        pld__kernel_factor *factor = draw_factor(&from, spec, sizeof spec);
        pld__kernel_bent *good = malloc(sizeof *good), *bad = malloc(sizeof *bad);
        CU_ASSERT_FATAL(good && bad);
        pld__kernel_bend plan, other;
        double cost;
        pld__bend_point point = {NAN, -dice_uniform(&from, 3, 30)};
        CU_ASSERT_EQUAL_FATAL(pld__bend_plan_make(factor, dice_chance(&from, 0.5), 1e-8, &point, &plan, &cost), PLD_OK);
        if (cost < 3e5) {
            create_bent(factor, &plan, factor->count, good);
            for (int trial = 0; trial < 5; trial++) {
                other = plan;
                spoil(&from, &other);
                create_bent(factor, &other, factor->count, bad);
                for (int step = -2; step <= 2; step++) {
                    double epsilon = fmax(plan.guess * (1 + 0.15 * step), 0);
                    pld__log_bounds a = pld__kernel_bent_log_delta(good, epsilon).log_delta,
                                    b = pld__kernel_bent_log_delta(bad, epsilon).log_delta;
                    CHECK(a.lower <= b.upper && b.lower <= a.upper,
                          "%s, %d, at %g: [%.19Lg, %.19Lg] and, spoiled, [%.19Lg, %.19Lg]", spec, plan.reversed, epsilon, a.lower,
                          a.upper, b.lower, b.upper);
                    spoiled++;
                    told += b.lower > -INFINITY && b.upper - b.lower < 1;
                }
                pld__kernel_bent_free(bad);
            }
            pld__kernel_bent_free(good);
        }
        free(good);
        free(bad);
        free(factor);
    }
    CHECK(told > spoiled / 10 && spoiled >= 50, "only %zu of %zu spoiled plans told anything", told, spoiled);
}

/* (T120): a contour that was made for some count serves others; those that have their own never contradict it, and beside the
 * count that it was made for it is as narrow as is good for anything. */
static void test_other_counts(void) {
    dice from = dice_create(9797);
    size_t compared = 0;
    for (size_t i = 0; i < suite_volume(24); i++) {
        char spec[160];
        pld__kernel_factor *factor = draw_factor(&from, spec, sizeof spec);
        pld__kernel_bent *shared = malloc(sizeof *shared), *own = malloc(sizeof *own);
        CU_ASSERT_FATAL(shared && own);
        pld__kernel_bend plans[2];
        double costs[2];
        bool reversed = dice_chance(&from, 0.5);
        long double counts[2] = {factor->count, factor->count + floorl(factor->count / 16) + (dice_chance(&from, 0.3) ? 1 : 0)};
        pld__bend_point point = {NAN, -dice_uniform(&from, 3, 30)}, other = point;
        CU_ASSERT_EQUAL_FATAL(pld__bend_plan_make(factor, reversed, 1e-9, &point, &plans[0], &costs[0]), PLD_OK);
        factor->count = counts[1];
        CU_ASSERT_EQUAL_FATAL(pld__bend_plan_make(factor, reversed, 1e-9, &other, &plans[1], &costs[1]), PLD_OK);
        if (costs[0] < 3e5 && costs[1] < 3e5) {
            create_bent(factor, &plans[0], counts[1], shared);
            create_bent(factor, &plans[1], counts[1], own);
            pld__log_bounds a = pld__kernel_bent_log_delta(shared, plans[1].guess).log_delta,
                            b = pld__kernel_bent_log_delta(own, plans[1].guess).log_delta;
            CHECK(a.lower <= b.upper && b.lower <= a.upper, "%s, %d: [%.19Lg, %.19Lg] and, by its own, [%.19Lg, %.19Lg]", spec,
                  reversed, a.lower, a.upper, b.lower, b.upper);
            if (counts[1] < 1.07L * counts[0] && b.upper - b.lower < 1e-6L) {
                CHECK(a.upper - a.lower < 1e-3L, "%s, %d: %Lg wide, by its own %Lg", spec, reversed, a.upper - a.lower,
                      b.upper - b.lower);
                compared++;
            }
            pld__kernel_bent_free(shared);
            pld__kernel_bent_free(own);
        }
        free(shared);
        free(own);
        free(factor);
    }
    CHECK(compared > 0, "%zu could be compared", compared);
}

int main(void) {
    CU_TestInfo tests[] = {{"lines", test_lines},
                           {"two steps", test_two_steps},
                           {"spoiled", test_spoiled},
                           {"other counts", test_other_counts},
                           CU_TEST_INFO_NULL};
    return suite_run("kernel/bend", tests);
}
