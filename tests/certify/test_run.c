/* Any plan is valid: however bad it is, its ends enclose the truth. A plan that leaves a step out, or takes it twice, is refused.
 */
#include "certify/run.h"
#include "certify/single.h"
#include "plan/plan.h"
#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>

/* Gaussian steps, whose composition is known in closed form. */
typedef struct {
    pld_mechanism *mechanisms[3], *whole;
    pld_step given[3];
    size_t count;
    pld__steps steps;
    pld__sketch sketch;
} scene;

static scene make_scene(dice *from) {
    scene made = {.count = 1 + dice_below(from, 3)};
    double square = 0;
    for (size_t i = 0; i < made.count; i++) {
        double sigma = dice_logarithmic(from, 2, 60);
        uint64_t count = 1 + (uint64_t)dice_logarithmic(from, 1, 200);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(sigma, 1, &made.mechanisms[i], NULL), PLD_OK);
        made.given[i] = (pld_step){made.mechanisms[i], count};
        square += (double)count / (sigma * sigma);
    }
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, sqrt(square), &made.whole, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__steps_create(made.given, made.count, PLD__MERGE_OUTCOMES, &made.steps), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__sketch_create(&made.steps, -INFINITY, &made.sketch), PLD_OK);
    return made;
}

static void scene_free(scene *made) {
    pld__sketch_free(&made->sketch);
    pld__steps_free(&made->steps);
    for (size_t i = 0; i < made->count; i++)
        pld_mechanism_free(made->mechanisms[i]);
    pld_mechanism_free(made->whole);
}

static pld__plan make_plan(const scene *on, const pld__question *question, pld__way way) {
    pld__goal goal = {.way = way,
                      .asked = {.of_delta = 1e-2, .relative = 1e-3, .upper = {INFINITY, INFINITY}},
                      .loosened = 1,
                      .share = 1,
                      .sharpen = 1,
                      .memory = 1e9};
    pld__outlook outlook;
    pld__plan plan;
    CU_ASSERT_EQUAL_FATAL(pld__plan_make(&on->sketch, question, &goal, &outlook, &plan), PLD_OK);
    return plan;
}

/* Factors near 1, far from it, and nonsense. */
static double spoiled(dice *from, double value) {
    switch (dice_below(from, 4)) {
    case 0:
        return value;
    case 1:
        return value * dice_logarithmic(from, 0.8, 1.25);
    case 2:
        return value * dice_logarithmic(from, 0.1, 10);
    default:
        return dice_chance(from, 0.5) ? value * 1e3 : value * 1e-3;
    }
}

/* Fewer edges than there were, in order. */
static void drop_edges(dice *from, pld__grid *grid) {
    size_t kept = 0;
    double share = dice_uniform(from, 0, 1);
    for (size_t i = 0; grid->edges && i < grid->edge_count; i++)
        if (kept < 2 || i + 1 == grid->edge_count || dice_chance(from, share))
            grid->edges[kept++] = grid->edges[i];
    grid->edge_count = grid->edges ? kept : 0;
}

static void spoil(dice *from, pld__plan *plan) {
    for (size_t i = 0; i < plan->grid_count; i++) {
        if (dice_chance(from, 0.5))
            drop_edges(from, &plan->grids[i]);
        plan->grids[i].lowest = dice_chance(from, 0.3) ? spoiled(from, plan->grids[i].lowest) : plan->grids[i].lowest;
    }
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__direction_plan *one = &plan->directions[d];
        one->theta = spoiled(from, one->theta);
        one->compose.lowest += dice_chance(from, 0.5) ? dice_uniform(from, -2.5, 2.5) : 0;
        one->compose.lambda_left = spoiled(from, one->compose.lambda_left);
        one->compose.lambda_right = spoiled(from, one->compose.lambda_right);
        one->compose.expected = spoiled(from, one->compose.expected);
        one->compose.variance = fmin(spoiled(from, one->compose.variance), 1);
        if (dice_chance(from, 0.2) && one->compose.length > 64)
            one->compose.length = 64;
        if (dice_chance(from, 0.05)) /* neither a window nor frequencies: nothing is known */
            one->compose.length = one->compose.fourier_count = 0;
        for (size_t i = 0; i < one->compose.fourier_count; i++) {
            pld__fourier_plan *fourier = &one->fourier[i];
            fourier->theta = spoiled(from, fourier->theta);
            fourier->lambda = fmax(spoiled(from, fourier->lambda), 1.001 * fourier->theta);
            fourier->period = fmin(spoiled(from, fourier->period), 1e4);
            fourier->log_negligible += dice_uniform(from, -10, 10);
        }
    }
}

static void check_ends(const scene *on, const pld__question *question, const pld__run_result *found, size_t number,
                       uint64_t seed) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__end truth[PLD__SIDES];
        pld__single_answer(on->whole, pld__direction_at(d), question, truth);
        double low = found->ends.of[d][PLD__LOWER].value, high = found->ends.of[d][PLD__UPPER].value;
        /* What is not a number claims nothing. The composed mean is rounded once more than the steps'. */
        double slack = 1e-12 * (1 + fabs(truth[PLD__UPPER].value));
        CHECK(!(low > truth[PLD__UPPER].value + slack) && !(high < truth[PLD__LOWER].value - slack),
              "plan %zu of seed %llu: [%.17g, %.17g], but [%.17g, %.17g] is true", number, (unsigned long long)seed, low, high,
              truth[PLD__LOWER].value, truth[PLD__UPPER].value);
    }
}

static void test_any_plan_is_valid(void) {
    const uint64_t seed = 31;
    dice from = dice_create(seed);
    size_t certified = 0, cases = suite_cases(300);
    for (size_t number = 0; number < cases; number++) {
        scene on = make_scene(&from);
        pld__question question = {.asked = {true, true}, .for_delta = dice_chance(&from, 0.5)};
        question.epsilon = dice_logarithmic(&from, 0.01, 5);
        question.log_delta = log(dice_logarithmic(&from, 1e-12, 1e-2));
        pld__plan plan = make_plan(&on, &question, dice_chance(&from, 0.5) ? PLD__BY_TRANSFORMS : PLD__BY_FREQUENCIES);
        if (number > 0)
            spoil(&from, &plan);
        pld__run_result found;
        if (plan.kind != PLD__PLAN_NONE) {
            CU_ASSERT_EQUAL_FATAL(pld__run_plan(&on.steps, &question, &plan, 1, &found), PLD_OK);
            if (found.certified)
                check_ends(&on, &question, &found, number, seed);
            certified += found.certified;
        }
        pld__plan_free(&plan);
        scene_free(&on);
    }
    CHECK(2 * certified > cases, "only %zu of %zu plans said anything", certified, cases);
}

static void test_every_step_has_one_place(void) {
    dice from = dice_create(3);
    scene on;
    for (on = make_scene(&from); on.count < 3; on = make_scene(&from))
        scene_free(&on);
    pld__question question = {.asked = {true, true}, .log_delta = -10};
    pld__run_result found;
    for (int fault = 0; fault < 4; fault++) {
        pld__plan plan = make_plan(&on, &question, PLD__BY_FREQUENCIES);
        pld__placed_step first = plan.places[0];
        switch (fault) {
        case 0: /* in any order */
            plan.places[0] = plan.places[2];
            plan.places[2] = first;
            break;
        case 1: /* one twice */
            plan.places[0].step = plan.places[1].step;
            break;
        case 2: /* one less */
            plan.place_count--;
            break;
        default: /* without a grid */
            plan.places[1].grid = plan.grid_count;
        }
        pld_status wanted = fault == 0 ? PLD_OK : PLD_ERROR_CONTRADICTION;
        CU_ASSERT_EQUAL(pld__run_plan(&on.steps, &question, &plan, 1, &found), wanted);
        pld__plan_free(&plan);
    }
    scene_free(&on);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"any plan is valid", test_any_plan_is_valid},
        {"every step has one place", test_every_step_has_one_place},
        CU_TEST_INFO_NULL,
    };
    return suite_run("certify/run", tests);
}
