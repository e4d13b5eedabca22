#include "soundness/draw.h"

#include "soundness/truth.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

void draw_adjacency(dice *from, question *to) {
    static const pld_adjacency kinds[] = {PLD_ADJACENCY_REMOVE, PLD_ADJACENCY_ADD, PLD_ADJACENCY_ADD_REMOVE,
                                          PLD_ADJACENCY_REPLACE};
    question replaced;
    to->adjacency = kinds[dice_below(from, 4)];
    /* Many steps of a replaced record have no truth here. */
    bool unknown = to->steps[0].family == POISSON_GAUSSIAN && to->steps[0].count > 2;
    if (to->adjacency == PLD_ADJACENCY_REPLACE && (unknown || !question_resolved(to, &replaced)))
        to->adjacency = kinds[dice_below(from, 3)];
}

/* The supremum of the loss in a direction asked, as a double; infinite if it is. */
static double supremum(dice *from, const question *of) {
    question resolved;
    arb_t exact;
    pld_direction direction = dice_chance(from, 0.5) ? PLD_ADD : PLD_REMOVE;
    if (!question_asks(of, direction))
        direction = direction == PLD_ADD ? PLD_REMOVE : PLD_ADD;
    if (!question_resolved(of, &resolved))
        return INFINITY;
    arb_init(exact);
    truth_supremum(exact, &resolved, direction, 256);
    double value = arf_get_d(arb_midref(exact), ARF_RND_NEAR);
    arb_clear(exact);
    return value;
}

static double few_beside(dice *from, double edge) {
    double towards = dice_chance(from, 0.85) ? 0 : INFINITY;
    for (size_t ulps = (size_t)1 << dice_below(from, 6); ulps > 0; ulps--)
        edge = nextafter(edge, towards);
    return edge;
}

/* At the edge, a few doubles beside it, or nearer and nearer to it from below. */
static double beside(dice *from, double edge) {
    switch (dice_below(from, 4)) {
    case 0:
        return edge;
    case 1:
        return few_beside(from, edge);
    case 2:
        return edge * (1 - dice_logarithmic(from, 1e-15, 1));
    default:
        return edge * dice_uniform(from, 0, 1.1);
    }
}

static double draw_epsilon(dice *from, const question *of) {
    double edge = supremum(from, of);
    if (edge > 0 && edge < 1e9 && dice_chance(from, 0.6))
        return beside(from, edge);
    switch (dice_below(from, 6)) {
    case 0:
        return 0;
    case 1:
        return dice_logarithmic(from, 1e-12, 1e-3);
    case 2:
        return dice_logarithmic(from, 10, 3000);
    default:
        return dice_logarithmic(from, 1e-3, 30);
    }
}

void draw_delta(dice *from, question *to, bool corners) {
    char text[64];
    size_t kind = corners ? dice_below(from, 10) : 9;
    double digits = kind == 4   ? dice_uniform(from, 12, 300)
                    : kind >= 7 ? dice_uniform(from, 0.5, 12)
                                : dice_uniform(from, 0.001, 2);
    snprintf(text, sizeof text, "%.*g", 1 + (int)dice_below(from, 4), pow(10, -digits));
    if (kind >= 5 && to->steps[0].rate < 1 && dice_chance(from, 0.4)) /* below the chance of being in a batch */
        snprintf(text, sizeof text, "%.4g", to->steps[0].rate * dice_uniform(from, 0, 1));
    question_set_delta(to, kind == 0 ? "0" : kind == 1 ? "1e-300" : kind == 2 ? "1e-4000" : kind == 3 ? "0.999999" : text);
    if (!(to->log_delta < 0))
        question_set_delta(to, "0.9");
}

void draw_target(dice *from, question *to) {
    to->megabytes = dice_chance(from, 0.9) ? 16 : 0;
    if (dice_chance(from, 0.5)) {
        double epsilon = draw_epsilon(from, to);
        question_set_epsilon(to, epsilon >= DBL_MIN && epsilon < 1e300 ? epsilon : 0);
    } else {
        draw_delta(from, to, true);
    }
}

void draw_edge(dice *from, question *to) {
    to->adjacency = dice_chance(from, 0.8) ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_ADD_REMOVE;
    to->megabytes = 16;
    double edge = supremum(from, to);
    if (!(edge >= DBL_MIN && edge < 1e9))
        draw_target(from, to);
    else if (dice_chance(from, 0.7))
        question_set_epsilon(to, few_beside(from, edge));
    else
        question_set_epsilon(to, edge * (1 - dice_logarithmic(from, 1e-16, 1e-6)));
}
