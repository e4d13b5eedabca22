/* Tests of src/law/outcome_cells.c and outcomes.c, and of outcomes on a lattice that suits them (exact.c): the upper law's D is
 * at or above the true one, the lower law's at or below it, whatever the width, and both are close where it is small. */
#include "law/law.h"
#include "pair/sparse.h"

#include "support/curves.h"
#include "support/dice.h"
#include "support/discrete.h"
#include "support/suite.h"

#include <math.h>

static pld_status law_on(const pld_mechanism *mechanism, double width, double lowest, double highest, pld_direction direction,
                         double theta, bool upper, pld__law **law) {
    pld__cells *cells = NULL;
    if (pld__law_is_exact_on(mechanism, width))
        return pld__law_exact_on(mechanism, width, direction, theta, upper, law);
    CU_ASSERT_EQUAL_FATAL(pld__cells_of_outcomes(mechanism, width, lowest, highest, &cells), PLD_OK);
    pld_status status = pld__law_outcomes(mechanism, cells, direction, theta, 1, upper, law);
    pld__cells_free(cells);
    return status;
}

/* Between the two sides; with buckets of `width` no more than `wide` apart. */
static void check_sides(const pld_mechanism *mechanism, const discrete_pair *reference, double width, double reach, double theta,
                        long double cut, long double wide) {
    discrete_pair pairs[PLD_DIRECTIONS] = {*reference, *reference};
    discrete_swap(&pairs[PLD_ADD]);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__law *laws[2] = {NULL, NULL};
        for (int upper = 0; upper < 2; upper++)
            CU_ASSERT_EQUAL_FATAL(law_on(mechanism, width, -reach, reach, (pld_direction)d, theta, upper, &laws[upper]), PLD_OK);
        CU_ASSERT(laws[0]->width == width && laws[1]->width == width && !laws[0]->losses && !laws[1]->losses);
        law_curve low = curve_create(laws[0]), high = curve_create(laws[1]);
        double end = fmax(fabs(pld__law_loss(laws[1], 0)), fabs(pld__law_loss(laws[1], laws[1]->count - 1)));
        for (double epsilon = -1.1 * end; epsilon <= 1.1 * end; epsilon += 0.0731 * end) {
            long double truth = discrete_delta(&pairs[d], 1, epsilon);
            long double below = curve_delta(&low, epsilon + laws[0]->label_error),
                        above = curve_delta(&high, epsilon - laws[1]->label_error);
            CHECK(below <= truth * (1 + 1e-16L) + cut && truth <= above * (1 + 1e-16L) + cut,
                  "%s %d, width %g, theta %g, epsilon %g: %.20Lg is not in [%.20Lg, %.20Lg]", pld_mechanism_resolved(mechanism),
                  d, width, theta, epsilon, truth, below, above);
            CHECK(above - below <= wide, "%s %d, width %g, epsilon %g: %Lg wide", pld_mechanism_resolved(mechanism), d, width,
                  epsilon, above - below);
        }
        CU_ASSERT(laws[1]->finite >= laws[0]->finite && laws[1]->infinity >= laws[0]->infinity);
        curve_free(&low);
        curve_free(&high);
        pld__law_free(laws[0]);
        pld__law_free(laws[1]);
    }
}

/* A tilt at which no weight underflows: what is lost by that is told apart when laws are composed. */
static double draw_tilt(dice *from, const pld_mechanism *mechanism) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld__sparse_fill(mechanism), PLD_OK);
    double range = pair->count > 1 ? (double)(pair->loss[pair->count - 1] - pair->loss[0]) : 1;
    return dice_chance(from, 0.2) ? 0 : fmin(dice_logarithmic(from, 1e-3, 10), 300 / range);
}

/* A mechanism and the same pair from elsewhere; `cut` is what that leaves out. */
static pld_mechanism *draw(dice *from, size_t which, discrete_pair *pair, long double *cut) {
    pld_mechanism *mechanism = NULL;
    double rate = which % 2 ? 1 : dice_uniform(from, 0.01, 1), first = dice_logarithmic(from, 0.3, 4),
           delta = dice_logarithmic(from, 1e-9, 0.3);
    *cut = 0;
    switch (which / 2 % 4) {
    case 0:
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(first, 4, rate, &mechanism, NULL), PLD_OK);
        discrete_response(pair, 1 / (1 + 3 * expl(-(long double)first)), 4);
        break;
    case 1:
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(first, delta, rate, &mechanism, NULL), PLD_OK);
        discrete_approx_dp(pair, first, delta);
        break;
    case 2:
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(first, 2, rate, &mechanism, NULL), PLD_OK);
        discrete_gaussian(pair, first, 2, 60);
        *cut = 1e-18L;
        break;
    default:
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_laplace(first, 2, rate, &mechanism, NULL), PLD_OK);
        discrete_laplace(pair, first, 2, 60);
        *cut = 1e-18L;
        break;
    }
    discrete_sample(pair, rate);
    return mechanism;
}

static void test_any_width(void) {
    dice from = dice_create(95);
    for (size_t i = 0; i < suite_cases(80); i++) {
        discrete_pair pair;
        long double cut;
        pld_mechanism *mechanism = draw(&from, i, &pair, &cut);
        double theta = draw_tilt(&from, mechanism), width = dice_logarithmic(&from, 2e-3, 3);
        double reach = dice_chance(&from, 0.3) ? dice_uniform(&from, 0.1, 3) : INFINITY; /* tails, or none */
        check_sides(mechanism, &pair, width, reach, theta, cut, INFINITY);
        if (reach == INFINITY && theta < 1)
            check_sides(mechanism, &pair, 2e-3, reach, theta, cut, 5e-3L);
        pld_mechanism_free(mechanism);
    }
}

/* Outcomes that are listed when they are needed are so by whoever asks for a law first. */
static void test_listed_first(void) {
    for (int rate = 1; rate <= 2; rate++) {
        pld_mechanism *asked = NULL, *filled = NULL;
        pld__cells *cells = NULL;
        pld__law *law = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(0.5, 2, 0.5 * rate, &asked, NULL), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(0.5, 2, 0.5 * rate, &filled, NULL), PLD_OK);
        CU_ASSERT_FALSE(pld__law_is_exact_on(asked, 1.7)); /* plain ones are 8 apart */
        CU_ASSERT_EQUAL(pld__law_is_exact_on(asked, 1), rate == 2);
        CU_ASSERT_EQUAL_FATAL(pld__cells_of_outcomes(filled, 1.7, -5, 5, &cells), PLD_OK);
        CU_ASSERT(cells->count > 0);
        CU_ASSERT_EQUAL_FATAL(pld__law_exact(asked, PLD_REMOVE, 0.1, true, &law), PLD_OK);
        CU_ASSERT(law->count > 1);
        pld__law_free(law);
        pld__cells_free(cells);
        pld_mechanism_free(filled);
        pld_mechanism_free(asked);
    }
}

/* Where outcomes are on the lattice nothing is lost. */
static void test_own_width(void) {
    dice from = dice_create(96);
    for (size_t i = 0; i < suite_cases(60); i++) {
        discrete_pair pair;
        long double cut;
        pld_mechanism *mechanism = draw(&from, 2 * i + 1, &pair, &cut);
        const pld__sparse *sparse = pld__sparse_of(mechanism);
        double spacing = sparse->count == 2 ? (double)(sparse->loss[1] - sparse->loss[0]) : sparse->spacing;
        if (spacing > 0) {
            double width = spacing / (1 + (double)dice_below(&from, 9)), theta = draw_tilt(&from, mechanism);
            CU_ASSERT(pld__law_is_exact_on(mechanism, width) && !pld__law_is_exact_on(mechanism, width * (1 + 1e-6)));
            check_sides(mechanism, &pair, width, INFINITY, theta, cut, 1e-10L);
        }
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"listed when they are needed", test_listed_first},
                           {"any width", test_any_width},
                           {"own width", test_own_width},
                           CU_TEST_INFO_NULL};
    return suite_run("law/outcomes", tests);
}
