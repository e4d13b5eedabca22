#include "support/curves.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdlib.h>

/* The loss of a node as law.h defines it, without rounding. */
static long double exact_loss(const pld__law *law, size_t index) {
    return law->losses ? law->losses[index] : law->offset + (long double)pld__law_node(law, index) * law->width;
}

law_curve curve_create(const pld__law *law) {
    law_curve curve = {law, calloc(law->count + 1, sizeof(long double)), calloc(law->count + 1, sizeof(long double))};
    CU_ASSERT_PTR_NOT_NULL_FATAL(curve.p);
    CU_ASSERT_PTR_NOT_NULL_FATAL(curve.q);
    for (size_t i = law->count; i-- > 0;) {
        long double loss = exact_loss(law, i);
        curve.p[i] = curve.p[i + 1] + law->weight[i] * expl(law->log_moment - law->theta * loss);
        curve.q[i] = curve.q[i + 1] + law->weight[i] * expl(law->log_moment - (1 + (long double)law->theta) * loss);
    }
    return curve;
}

void curve_free(law_curve *curve) {
    free(curve->p);
    free(curve->q);
    curve->p = curve->q = NULL;
}

long double curve_delta(const law_curve *curve, long double epsilon) {
    size_t low = 0, high = curve->law->count; /* the first node above epsilon */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (exact_loss(curve->law, middle) > epsilon) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return curve->law->infinity + curve->p[low] - expl(epsilon) * curve->q[low];
}

pld__cells *curve_cells(const test_pair *pair, double width, double log_mass) {
    const pld__pair_operations *operations = pair->mechanism->operations;
    pld__cells *cells = NULL;
    pld_status status = pld__cells_create(pair->mechanism, width, -operations->reach_below(pair->mechanism->pair, log_mass),
                                          operations->reach_above(pair->mechanism->pair, log_mass), 1, &cells);
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    return cells;
}

pld__law *curve_spread(const pld__cells *cells, pld_direction direction, double theta) {
    pld__law *law = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__law_spread(cells, direction, theta, &law), PLD_OK);
    return law;
}

pld__law *curve_merge(const pld__cells *cells, pld_direction direction, double theta, unsigned phases) {
    pld__law *law = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__law_merge(cells, direction, theta, phases, &law), PLD_OK);
    return law;
}

true_point curve_truth_at(const test_pair *pair, pld_direction direction, long double x) {
    long double loss = reference_loss(&pair->reference, x, NULL), epsilon = direction == PLD_REMOVE ? loss : -loss;
    long double p = direction == PLD_REMOVE ? reference_above(&pair->reference.p, x) : reference_below(&pair->reference.q, x);
    return (true_point){epsilon, reference_delta(&pair->reference, direction, x, epsilon), p};
}

true_point curve_truth(const test_pair *pair, pld_direction direction, long double epsilon) {
    if (epsilon <= pld_mechanism_loss_infimum(pair->mechanism, direction)) {
        return (true_point){epsilon, -expm1l(epsilon), 1};
    }
    if (epsilon >= pld_mechanism_loss_supremum(pair->mechanism, direction)) {
        return (true_point){epsilon, 0, 0};
    }
    long double x = reference_position(&pair->reference, direction == PLD_REMOVE ? epsilon : -epsilon);
    true_point point = curve_truth_at(pair, direction, x);
    point.epsilon = epsilon;
    point.delta = reference_delta(&pair->reference, direction, x, epsilon);
    return point;
}

long double curve_log_moment(const test_pair *pair, pld_direction direction, long double theta) {
    long double scale;
    long double complex moment = reference_moment(&pair->reference, direction == PLD_REMOVE ? theta : -1 - theta, &scale);
    return scale + logl(creall(moment));
}
