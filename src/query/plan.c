#include "query/plan.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "compose/fft.h"

#include <math.h>

/* Shares of the tolerance: single-step truncation, and each side of the window. */
static const double TAIL_SHARE = 0.05, WINDOW_SHARE = 0.01;

static const pld_direction DIRECTIONS[] = {PLD_REMOVE, PLD_ADD};

static void truncate_targets(pld__target *targets, size_t count, double log_budget)
{
    for (size_t m = 0; m < count; m++) {
        const pld_mechanism *mechanism = targets[m].mechanism;
        double log_mass = log_budget - log(targets[m].power * (double)count);
        double above = mechanism->operations->reach_above(mechanism->pair, log_mass);
        double below = mechanism->operations->reach_below(mechanism->pair, log_mass);
        targets[m].highest[PLD_REMOVE] = fmin(above, mechanism->loss_supremum);
        targets[m].highest[PLD_ADD] = fmin(below, -mechanism->loss_infimum);
    }
}

void pld__plan_aim(pld__target *targets, size_t count, const pld__question *question, double tolerance, const double *guess,
                   pld__plan *plan)
{
    /* The truncation depends on the tilt and the tilt on the truncation, both only through logs: a few rounds settle them. */
    double log_budget = -80;
    for (int round = 0; round < 5; round++) {
        if (round == 0 && !question->for_delta)
            log_budget = question->log_delta + log(TAIL_SHARE * fmin(tolerance, 1));
        truncate_targets(targets, count, log_budget);
        double next = INFINITY;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld_direction direction = DIRECTIONS[d];
            if (!question->asked[direction])
                continue;
            pld__aim *aim = &plan->directions[direction].aim;
            if (question->for_delta || guess)
                *aim = pld__aim_at_epsilon(targets, count, direction, question->for_delta ? question->epsilon : guess[direction]);
            else
                *aim = pld__aim_at_delta(targets, count, direction, question->log_delta);
            double log_delta = question->for_delta || aim->log_delta < question->log_delta ? aim->log_delta : question->log_delta;
            next = fmin(next, log_delta + log(TAIL_SHARE * fmin(tolerance * aim->theta, 1)));
        }
        if (fabs(next - log_budget) < 0.5)
            break;
        log_budget = next;
    }
}

double pld__plan_width(const pld__target *targets, size_t count, const pld__question *question, double tolerance,
                       const pld__plan *plan)
{
    double powers = 0, width = INFINITY;
    for (size_t m = 0; m < count; m++)
        powers += targets[m].power;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__aim *aim = &plan->directions[d].aim;
        if (!question->asked[d])
            continue;
        /* Upper and lower grid errors together are about T (theta + 1) h^2 / 8, once h resolves the bulk. */
        double wanted = sqrt(8 * tolerance / (powers * (aim->theta + 1)));
        double resolving = 0.7 * aim->deviation / sqrt(powers);
        width = fmin(width, fmin(wanted, fmax(resolving, wanted / 4)));
    }
    return width;
}

/* Labels are exact when the width has few digits: 12 bits times counts and indices stay within 64. */
static double round_width(double width)
{
    int exponent;
    double mantissa = frexp(width, &exponent);
    return ldexp(floor(ldexp(mantissa, 12)), exponent - 12);
}

/* The nearest edge b with e^(K(theta +- lambda) - K(theta) -+ lambda b) <= e^log_share for some lambda on a geometric grid, and that lambda. */
static double edge(const pld__target *targets, size_t count, pld_direction direction, const pld__aim *aim, double log_share, int side,
                   double *best_lambda)
{
    double best = INFINITY, typical = sqrt(fmax(-2 * log_share, 1)) / fmax(aim->deviation, 1e-300);
    for (int step = -12; step <= 12; step++) {
        double lambda = typical * exp2(step / 4.0);
        double moment = pld__aim_moments(targets, count, direction, aim->theta + side * lambda).value - aim->log_scale;
        double distance = (moment - log_share) / lambda;
        if (distance < best) {
            best = distance;
            *best_lambda = lambda;
        }
    }
    return side * best;
}

static void place_window(const pld__target *targets, size_t count, pld_direction direction, const pld__question *question,
                         double tolerance, pld__direction_plan *plan)
{
    const pld__aim *aim = &plan->aim;
    double log_delta = question->for_delta ? aim->log_delta : fmin(question->log_delta, aim->log_delta);
    double log_allowed = log_delta + log(WINDOW_SHARE * fmin(tolerance * aim->theta, 1));
    double log_share = log_allowed - (aim->log_scale - aim->theta * aim->epsilon) - log(pld__bound_hockey_maximum(aim->theta));
    pld__compose_plan *compose = &plan->compose;
    double high = edge(targets, count, direction, aim, log_share, 1, &compose->lambda_right);
    double low = edge(targets, count, direction, aim, log_share, -1, &compose->lambda_left);
    /* The upper side loses mass beyond `high` untilted: e^(K(theta + lambda) - (theta + lambda) high). */
    double moment = pld__aim_moments(targets, count, direction, aim->theta + compose->lambda_right).value;
    high = fmax(high, (moment - log_allowed) / (aim->theta + compose->lambda_right));
    compose->lowest = low;
    compose->length = 0;
    plan->highest = high;
}

void pld__plan_windows(const pld__target *targets, size_t count, const pld__question *question, double tolerance, double width,
                       double memory_limit, size_t most_buckets, pld__plan *plan)
{
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d])
            place_window(targets, count, DIRECTIONS[d], question, tolerance, &plan->directions[d]);
    plan->memory_bound = false;
    for (;; width *= 1.2, plan->memory_bound = true) {
        plan->width = round_width(width);
        plan->longest = 0;
        bool too_long = false;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld__direction_plan *one = &plan->directions[d];
            if (!question->asked[d])
                continue;
            double needed = (one->highest - one->compose.lowest) / plan->width + 4;
            too_long |= !(needed < 1e12) || (most_buckets && needed > (double)most_buckets);
            one->compose.length = too_long ? 0 : pld__fft_length((size_t)needed);
            too_long |= most_buckets && one->compose.length > most_buckets;
            plan->longest = one->compose.length > plan->longest ? one->compose.length : plan->longest;
        }
        double law = 0;
        plan->memory = 0;
        for (size_t m = 0; m < count; m++) {
            double low = -targets[m].highest[PLD_ADD], high = targets[m].highest[PLD_REMOVE];
            plan->memory += pld__cells_memory(plan->width, low, high);
            law = fmax(law, (high - low) / plan->width + 4);
        }
        /* Four tasks at once, each with its laws, tables and transforms. */
        plan->memory += 4 * ((double)(count + 1) * law * sizeof(double) + pld__compose_memory(plan->longest, count));
        if (!too_long && plan->memory <= memory_limit)
            return;
    }
}
