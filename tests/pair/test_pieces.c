/* Tests of src/pair/pieces.c: masses of cells and tails make up 1 and lie where their losses say, closed forms and moments agree
 * with sums over cells. */
#include "certify/single.h"
#include "law/cells.h"
#include "pair/pieces.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

/* All masses of cells, on both sides; every ratio within its bucket. */
static void check_cells(const pld_mechanism *mechanism, double width, const char *name) {
    pld__cells *cells = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(mechanism, width, -3, 6, 1, &cells), PLD_OK);
    long double p = expl(cells->below.p) + expl(cells->above.p), q = expl(cells->below.q) + expl(cells->above.q);
    for (size_t b = 0; b < cells->buckets; b++) {
        double low = pld__cells_low(cells, b), slack = 1e-12 + cells->kappa[b];
        CHECK(cells->rho[b] < 1e-11 && cells->kappa[b] < 1e-10, "%s: bucket at %g is off by %g and %g", name, low, cells->rho[b],
              cells->kappa[b]);
        for (size_t i = cells->start[b]; i < cells->start[b + 1]; i++) {
            p += cells->p[i] * expl((long double)cells->unit[b]);
            q += cells->q[i] * expl((long double)cells->unit[b] - low);
            double ratio = log(cells->p[i] / cells->q[i]);
            CHECK(cells->p[i] == 0 || (ratio >= -slack && ratio <= width + slack), "%s: a cell at %g has %g", name, low, ratio);
        }
    }
    CHECK(fabsl(p - 1) < 1e-12L && fabsl(q - 1) < 1e-12L, "%s: P %.17Lg, Q %.17Lg", name, p, q);
    pld__cells_free(cells);
}

/* delta from the tails above a threshold, and from cells: the closed form has no choice. */
static void check_delta(const pld_mechanism *mechanism, const char *name) {
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        for (double epsilon = 0; epsilon < 2; epsilon += 0.25) {
            double delta = pld_mechanism_delta(mechanism, (pld_direction)d, epsilon);
            if (!mechanism->operations->hockey)
                continue;
            pld__log_bounds bounds = mechanism->operations->hockey(mechanism->pair, (pld_direction)d, epsilon, INFINITY);
            CHECK(bounds.lower <= logl((long double)delta) + 1e-9L && bounds.upper >= logl((long double)delta) - 1e-9L,
                  "%s at %g: %.12g outside of %.12Lg .. %.12Lg", name, epsilon, delta, expl(bounds.lower), expl(bounds.upper));
        }
}

/* E e^L = sum of P^2/Q, by cells between ends of their ratios. */
static void check_moment(const pld_mechanism *mechanism, const char *name) {
    pld__cells *cells = NULL;
    double real = 0, imaginary = 0, width = 1e-2, low_sum = 0;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_log_moment(mechanism, PLD_REMOVE, 0.5, 0, &real, &imaginary), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__cells_create(mechanism, width, -120, 120, 1, &cells), PLD_OK);
    for (size_t b = 0; b < cells->buckets; b++)
        for (size_t i = cells->start[b]; i < cells->start[b + 1]; i++)
            low_sum += cells->p[i] * exp(cells->unit[b] + 0.5 * pld__cells_low(cells, b));
    double upper = mechanism->operations->log_moment_upper(mechanism->pair, PLD_REMOVE, 0.5);
    CHECK(log(low_sum) <= real + 1e-9 && real <= log(low_sum) + 0.5 * width + 1e-9 && real <= upper, "%s: %.12g, %.12g, %.12g",
          name, log(low_sum), real, upper);
    pld__cells_free(cells);
}

static void test_cells(void) {
    dice from = dice_create(20171);
    for (size_t k = 0; k < suite_cases(12); k++) {
        char spec[96];
        size_t count = 2 + dice_below(&from, k % 2 ? 5 : 100000), batch = 1 + dice_below(&from, count - 1);
        snprintf(spec, sizeof spec, "fixed-size:N=%zu,B=%zu,sigma=%.17g", count, batch, dice_logarithmic(&from, 0.5, 5));
        pld_mechanism *plain = spec_mechanism(spec, NULL), *made[2] = {NULL, NULL};
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &made[0], NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(plain, &made[1], NULL), PLD_OK);
        const pld_mechanism *all[] = {made[0], made[1]};
        for (size_t i = 0; i < COUNT_OF(all); i++) {
            check_cells(all[i], dice_logarithmic(&from, 1e-4, 1e-1), spec);
            check_delta(all[i], spec);
            check_moment(all[i], spec);
        }
        pld_mechanism_free(plain);
        pld_mechanism_free(made[0]);
        pld_mechanism_free(made[1]);
    }
}

/* With little noise losses near 0 round to either side: replaced has the curve of removed at epsilon >= 0, in both directions,
 * and zeroed is between its own. */
static void test_little_noise(void) {
    dice from = dice_create(20172);
    for (size_t k = 0; k < suite_cases(60); k++) {
        char spec[96];
        size_t count = 2 + dice_below(&from, 20), batch = 1 + dice_below(&from, count - 1);
        snprintf(spec, sizeof spec, "fixed-size:N=%zu,B=%zu,sigma=%.4g", count, batch, dice_logarithmic(&from, 0.01, 1));
        pld_mechanism *plain = spec_mechanism(spec, NULL), *replaced = NULL, *zeroed = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_zeroed(plain, &zeroed, NULL), PLD_OK);
        for (double epsilon = 0; epsilon < 9; epsilon = 3 * epsilon + 0.1)
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                pld__log_bounds one = pld__single_log_delta(plain, PLD_REMOVE, epsilon),
                                own = pld__single_log_delta(replaced, (pld_direction)d, epsilon),
                                third = pld__single_log_delta(zeroed, (pld_direction)d, epsilon);
                CHECK(own.lower <= own.upper && own.lower <= one.upper && one.lower <= own.upper && own.upper < one.upper + 1e-6L,
                      "%s at %g: %.17Lg .. %.17Lg, removed %.17Lg .. %.17Lg", spec, epsilon, own.lower, own.upper, one.lower,
                      one.upper);
                CHECK(third.lower <= third.upper && third.lower <= one.upper, "%s zeroed at %g: %.17Lg .. %.17Lg", spec, epsilon,
                      third.lower, third.upper);
                for (size_t i = 0; i < zeroed->attained_count; i++) {
                    pld__log_bounds below = pld__single_log_delta(zeroed->attained[i], (pld_direction)d, epsilon);
                    CHECK(below.lower <= third.upper, "%s, attained %zu at %g: %.17Lg above %.17Lg", spec, i, epsilon,
                          below.lower, third.upper);
                }
            }
        pld_mechanism_free(plain);
        pld_mechanism_free(replaced);
        pld_mechanism_free(zeroed);
    }
}

/* A cell whose edges are not told apart is not known, rather than wrong. */
static void test_no_room(void) {
    pld_mechanism *plain = spec_mechanism("fixed-size:N=10,B=3,sigma=1", NULL), *replaced = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
    double p, q, unit, edge = 0.25, next = nextafter(edge, 1);
    pld__accuracy accuracy = replaced->operations->masses(replaced->pair, edge, next, 1, edge, &p, &q, &unit);
    CU_ASSERT(accuracy.rho >= 1 || p < 1e-12);
    pld_mechanism_free(plain);
    pld_mechanism_free(replaced);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"cells", test_cells}, {"little noise", test_little_noise}, {"no room", test_no_room}, CU_TEST_INFO_NULL};
    return suite_run("pair/pieces", tests);
}
