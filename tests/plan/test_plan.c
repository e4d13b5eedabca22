/* A plan is a value: making one changes nothing else, the same question gives the same plan, and it outlives the sketch that it
 * was made from. */
#include "base/base.h"
#include "plan/plan.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static const char *const SPECS[] = {
    "poisson-gaussian:q=0.01,sigma=1@1000",
    "poisson-gaussian:q=1e-5,sigma=0.5@1000",
    "laplace:b=10@50",
    "discrete-gaussian:sigma=20@10",
    "gaussian:sigma=30@100",
};

static const pld__way WAYS[] = {PLD__BY_FREQUENCIES, PLD__BY_TRANSFORMS, PLD__BY_JUMPS, PLD__BY_SMOOTHING};

static pld_status make(const pld__sketch *sketch, pld__way way, pld__outlook *outlook, pld__plan *plan) {
    const pld__question question = {.log_delta = log(1e-6), .exact_log_delta = log(1e-6), .asked = {true, true}};
    pld__goal goal = {.way = way,
                      .asked = {.of_delta = 1e-3, .relative = 1e-4, .upper = {INFINITY, INFINITY}},
                      .loosened = 1,
                      .share = 1,
                      .sharpen = 1,
                      .memory = 1e9};
    return pld__plan_make(sketch, &question, &goal, outlook, plan);
}

static bool is_same_grid(const pld__grid *a, const pld__grid *b) {
    return a->edge_count == b->edge_count && a->lowest == b->lowest && a->highest == b->highest &&
           (a->edge_count == 0 || memcmp(a->edges, b->edges, a->edge_count * sizeof *a->edges) == 0);
}

static bool is_same(const pld__plan *a, const pld__plan *b) {
    bool same = a->kind == b->kind && a->width == b->width && a->grid_count == b->grid_count && a->longest == b->longest;
    for (size_t i = 0; same && i < a->grid_count; i++)
        same = is_same_grid(&a->grids[i], &b->grids[i]);
    for (int d = 0; d < PLD_DIRECTIONS && same; d++)
        same = a->directions[d].theta == b->directions[d].theta && a->directions[d].cut == b->directions[d].cut;
    return same;
}

static void test_planning_changes_nothing_else(void) {
    for (size_t i = 0; i < COUNT_OF(SPECS); i++) {
        pld_step step;
        pld_mechanism *mechanism = spec_mechanism(SPECS[i], &step.count);
        step.mechanism = mechanism;
        pld__steps steps;
        pld__sketch sketch;
        CU_ASSERT_EQUAL_FATAL(pld__steps_create(&step, 1, PLD__MERGE_OUTCOMES, &steps), PLD_OK);
        CU_ASSERT_EQUAL_FATAL(pld__sketch_create(&steps, log(1e-6), &sketch), PLD_OK);
        pld__sketch_step before = sketch.steps[0];
        size_t bytes = before.point_count * sizeof *before.points;
        pld__sketch_point *points = pld__allocate(before.point_count, sizeof *points);
        CU_ASSERT_PTR_NOT_NULL_FATAL(points);
        memcpy(points, before.points, bytes);
        pld__plan plans[COUNT_OF(WAYS)];
        pld__outlook outlook;
        for (size_t way = 0; way < COUNT_OF(WAYS); way++) {
            pld__plan again;
            CU_ASSERT_EQUAL_FATAL(make(&sketch, WAYS[way], &outlook, &plans[way]), PLD_OK);
            CU_ASSERT_EQUAL_FATAL(make(&sketch, WAYS[way], &outlook, &again), PLD_OK);
            CHECK(is_same(&plans[way], &again), "%s: two plans of way %zu", SPECS[i], way);
            pld__plan_free(&again);
        }
        CHECK(memcmp(&before, &sketch.steps[0], sizeof before) == 0 && memcmp(points, before.points, bytes) == 0,
              "%s: planning changed the sketch", SPECS[i]);
        pld__free(points);
        pld__sketch_free(&sketch);
        for (size_t way = 0; way < COUNT_OF(WAYS); way++) { /* it owns what it has */
            CU_ASSERT(plans[way].grid_count == 1 && plans[way].place_count == 1 && plans[way].places[0].grid == 0);
            pld__plan_free(&plans[way]);
            CU_ASSERT(plans[way].kind == PLD__PLAN_NONE && !plans[way].grids);
        }
        pld__steps_free(&steps);
        pld_mechanism_free(mechanism);
    }
}

/* Where few steps decide, a plan asks for a refined sketch, and goes on from where it was. */
static void test_jumps_want_a_refined_sketch(void) {
    pld_step step;
    pld_mechanism *mechanism = spec_mechanism(SPECS[1], &step.count);
    step.mechanism = mechanism;
    pld__steps steps;
    pld__sketch sketch;
    pld__outlook outlook;
    pld__plan plan;
    CU_ASSERT_EQUAL_FATAL(pld__steps_create(&step, 1, PLD__MERGE_OUTCOMES, &steps), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__sketch_create(&steps, log(1e-6), &sketch), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(make(&sketch, PLD__BY_JUMPS, &outlook, &plan), PLD_OK);
    CU_ASSERT(outlook.wants_closer && plan.kind == PLD__PLAN_NONE);
    pld__plan_free(&plan);
    size_t count = sketch.steps[0].point_count;
    CU_ASSERT_EQUAL_FATAL(pld__sketch_refine(&sketch), PLD_OK);
    CU_ASSERT(sketch.steps[0].point_count > 2 * count);
    CU_ASSERT_EQUAL_FATAL(make(&sketch, PLD__BY_JUMPS, &outlook, &plan), PLD_OK);
    CU_ASSERT(!outlook.wants_closer && plan.kind == PLD__PLAN_FREQUENCIES && plan.directions[PLD_REMOVE].cut < INFINITY);
    pld__plan_free(&plan);
    pld__sketch_free(&sketch);
    pld__steps_free(&steps);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"planning changes nothing else", test_planning_changes_nothing_else},
        {"jumps want a refined sketch", test_jumps_want_a_refined_sketch},
        CU_TEST_INFO_NULL,
    };
    return suite_run("plan/plan", tests);
}
