#include "plan/frequencies.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "plan/tuning.h"

#include <math.h>

/* The period beyond which aliases from above are at most e^log_allowed, for the best lambda. */
static double period_above(const pld__sketch *sketch, pld_direction direction, const pld__jumps *jumps,
                           const pld__jump_term *term, double variance, double log_allowed, double largest, double *best_lambda) {
    double best = INFINITY;
    for (double ratio = FIRST_RATIO; ratio < LAST_RATIO; ratio *= NEXT_RATIO) {
        double extra = ratio * term->theta, lambda = term->theta + extra;
        if (extra > largest && best < INFINITY)
            break;
        double moment = pld__jumps_log_moment(sketch, direction, jumps->cut, term->jumps, lambda);
        double log_bound =
            moment + variance * lambda * (lambda + 1) / 2 - lambda * jumps->epsilon + log(pld__bound_hockey_maximum(lambda));
        double period = fmax(log_bound - log_allowed, 1) / extra;
        if (period < best) {
            best = period;
            *best_lambda = lambda;
        }
    }
    return best;
}

size_t pld__frequencies_nodes(const pld__sketch_step *step, const pld__grid *grid) {
    return step->mechanism->sparse ? step->point_count : grid->edge_count;
}

/* Nodes of all laws together. */
static double all_nodes(const pld__sketch *sketch, const pld__grid *grids) {
    double nodes = 0;
    for (size_t m = 0; m < sketch->count; m++)
        nodes += (double)sketch->steps[m].members * ((double)pld__frequencies_nodes(&sketch->steps[m], &grids[m]) + SPARE_NODES);
    return nodes;
}

/* More smoothing, if that is what it takes to compose steps whose frequencies never become negligible: the answer is then wider
 * than asked. */
static void smooth_enough(double nodes, pld__direction_plan *plan) {
    for (size_t i = 0; i < plan->compose.fourier_count; i++) {
        const pld__fourier_plan *fourier = &plan->fourier[i];
        double most = fmin(WORK_SHARE * fourier->work / nodes, MOST_FREQUENCIES) * 2 * PLD__PI / fourier->period;
        if (!fourier->bounded)
            plan->compose.variance =
                fmin(fmax(plan->compose.variance, 2 * (SMOOTH_SPARE - fourier->log_negligible) / (most * most)), MOST_VARIANCE);
    }
}

/* The variance that costs its share of the tolerance. */
static double smoothing(const pld__saddle *saddle, double tolerance, bool more) {
    return fmin((more ? SMOOTH_MORE : SMOOTH_SHARE) * tolerance / (saddle->theta + 1), MOST_VARIANCE);
}

double pld__frequencies_widest(const pld__question *question, double grid_tolerance, pld__frequency_effort effort,
                               const pld__outlook *outlook) {
    double widest = INFINITY;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d] && effort.must)
            widest = fmin(widest, SMOOTHED_PERIOD / sqrt(2 * SMOOTHED / smoothing(&outlook->saddles[d], grid_tolerance, true)));
    return widest;
}

static void place_direction(const pld__sketch *sketch, pld_direction direction, const pld__question *question, double tolerance,
                            double work, double width, const pld__outlook *outlook, pld__direction_plan *plan) {
    const pld__jumps *jumps = &outlook->jumps[direction];
    double log_allowed = pld__outlook_log_allowed(question, &outlook->saddles[direction], tolerance);
    for (size_t i = 0; i < jumps->count; i++) {
        const pld__jump_term *term = &jumps->terms[i];
        pld__fourier_plan *fourier = &plan->fourier[i];
        *fourier = (pld__fourier_plan){.jumps = term->jumps, .theta = term->theta, .work = work};
        fourier->bounded = jumps->count > 1 && term->log_bound < log_allowed - 1;
        if (fourier->bounded)
            continue;
        double above = period_above(sketch, direction, jumps, term, plan->compose.variance, log_allowed, LARGEST_EXPONENT / width,
                                    &fourier->lambda);
        fourier->period = fmax(-log_allowed / term->theta, above);
        fourier->log_negligible = log_allowed - (term->log_moment - term->theta * jumps->epsilon) - NEGLIGIBLE;
    }
}

void pld__frequencies_place(const pld__sketch *sketch, const pld__question *question, double tolerance, double grid_tolerance,
                            pld__frequency_effort effort, const pld__outlook *outlook, pld__plan *plan) {
    bool patient = effort.must || sketch->lasting;
    double nodes = all_nodes(sketch, plan->grids), work = fmax(patient ? MOST_FOURIER_WORK : FOURIER_WORK, ALWAYS * nodes);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__saddle *saddle = &outlook->saddles[d];
        pld__direction_plan *one = &plan->directions[d];
        if (!question->asked[d])
            continue;
        one->compose = (pld__compose_plan){.expected = question->for_delta ? question->epsilon : saddle->epsilon,
                                           .variance = smoothing(saddle, grid_tolerance, effort.must),
                                           .fourier_count = outlook->jumps[d].count};
        place_direction(sketch, pld__direction_at(d), question, tolerance, work, plan->width, outlook, one);
        if (effort.smooth)
            smooth_enough(nodes, one);
    }
}
