/* Both laws err by the square of the bucket width where the loss has a density, also when its ends have mass that lies on nodes.
 */
#include "base/base.h"
#include "law/law.h"
#include "support/suite.h"

#include <math.h>

enum { MOST_EDGES = 4096 };

/* Edges every `step` of a much finer lattice, with both ends of the loss on nodes or just beside them. */
static size_t place_edges(const pld_mechanism *mechanism, double fine, int64_t step, int64_t *edges) {
    double range = mechanism->loss_supremum - mechanism->loss_infimum;
    int64_t top = (int64_t)floor(range / fine) - 1;
    size_t count = 0;
    edges[count++] = 0;
    edges[count++] = 1;
    for (int64_t edge = step; edge < top && count + 3 < MOST_EDGES; edge += step)
        edges[count++] = edge;
    edges[count++] = top;
    edges[count++] = top + 3;
    return count;
}

/* log moments of the upper and the lower law at theta, apart. */
static double gap_between(const pld_mechanism *mechanism, pld_direction direction, double theta, double fine, int64_t step) {
    static int64_t edges[MOST_EDGES];
    size_t count = place_edges(mechanism, fine, step, edges);
    pld__cells *cells = NULL;
    pld__law *upper = NULL, *lower = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__cells_create_on(mechanism, fine, edges, count, 1, &cells), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__law_spread(cells, direction, theta, &upper), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__law_merge(cells, direction, theta, 1, &lower), PLD_OK);
    double gap = (double)(upper->log_moment - lower->log_moment);
    pld__law_free(upper);
    pld__law_free(lower);
    pld__cells_free(cells);
    return gap;
}

static void check(const pld_mechanism *mechanism, const char *name) {
    double range = mechanism->loss_supremum - mechanism->loss_infimum, fine = range / 3e10;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction direction = d == 0 ? PLD_REMOVE : PLD_ADD;
        for (double theta = 0.5; theta < 10; theta *= 2.7) {
            double wide = gap_between(mechanism, direction, theta, fine, 60000000),
                   half = gap_between(mechanism, direction, theta, fine, 30000000);
            CHECK(half > 0 && wide / half > 3.3 && wide / half < 5, "%s, %s, theta %g: %g at one width, %g at half of it", name,
                  pld_direction_name(direction), theta, wide, half);
        }
    }
}

static void test_laplace(void) {
    static const double scales[] = {0.3, 1, 10};
    for (size_t i = 0; i < COUNT_OF(scales); i++) {
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_laplace(scales[i], 1, &mechanism, NULL), PLD_OK);
        check(mechanism, "laplace");
        pld_mechanism_free(mechanism);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_laplace(0.2, scales[i], 1, &mechanism, NULL), PLD_OK);
        check(mechanism, "poisson-laplace");
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"laplace", test_laplace}, CU_TEST_INFO_NULL};
    return suite_run("halving", tests);
}
