#include "query/plan.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "compose/fft.h"
#include "query/edges.h"

#include <math.h>

/* Shares of the tolerance: single-step truncation, and each side of the window. */
static const double TAIL_SHARE = 0.05, WINDOW_SHARE = 0.01;

/* Frequencies may be left out when they are this much (as a log) below the share of a window. */
static const double NEGLIGIBLE = 2;

/* Frequencies times nodes of a Fourier sum: a few hundredths of a second, and some tenths where there may be no other way. */
static const double FOURIER_WORK = 4e7, MOST_FOURIER_WORK = 6e8;

/* So many frequencies are worth it whatever the nodes. */
static const double ALWAYS = 100;

/* Of the tolerance, what smoothing may take; more where frequencies do not become negligible by themselves. Those that lattice laws have
 * in common with 0 must then be beyond e^-SMOOTHED of the smoothing: that limits the width of all buckets. */
static const double SMOOTH_SHARE = 0.03, SMOOTH_MORE = 0.25, SMOOTHED = 50;

/* The most that a tilt may change from one node to the next, as a log. */
static const double STEEPEST = 4;

/* The most that a tilt need change over the tolerance, as a log, near the end of a bounded loss: delta may then be off by that. */
static const double STEEPEST_TOLERANCE = 16;

/* Longer lists of edges are not worth it. The four laws of a mechanism take so many bytes a node, the cells and frequencies at work on one so
 * many more; discrete steps have no cells. */
enum {
    LONGEST_LIST = 1 << 21,
    LAW_NODE = 24,
    LAW_BYTES = 64,
    WORK_BYTES = 400,
    OUTCOME_BYTES = 120,
    FEWEST_BUCKETS = 32,
    FEWEST_LENGTH = 6
};

/* So many equal buckets take longer than it takes to tell where wider ones will do. */
static const double WORTH_WIDENING = 2500;

/* Buckets of cells and windows beyond which a wider bracket is the better answer: some seconds. */
static const double MOST_WORK = 4e6;

/* Windows of more buckets than this are tried at smaller tilts, each this many times the one before. */
static const double WORTH_TILTING = 1024, SMALLER_TILT = 0.6;

static const pld_direction DIRECTIONS[] = {PLD_REMOVE, PLD_ADD};

static void truncate_targets(pld__target *targets, size_t count, double log_budget) {
    for (size_t m = 0; m < count; m++) {
        const pld_mechanism *mechanism = targets[m].mechanism;
        double log_mass = log_budget - log(targets[m].power * (double)count);
        double above = mechanism->operations->reach_above(mechanism->pair, log_mass);
        double below = mechanism->operations->reach_below(mechanism->pair, log_mass);
        targets[m].highest[PLD_REMOVE] = fmin(above, mechanism->loss_supremum);
        targets[m].highest[PLD_ADD] = fmin(below, -mechanism->loss_infimum);
    }
}

static bool is_pure(const pld__target *targets, size_t count, pld_direction direction) {
    bool pure = true;
    for (size_t m = 0; m < count; m++)
        pure &= isfinite(pld_mechanism_loss_supremum(targets[m].mechanism, direction));
    return pure;
}

/* Of delta, what each window or left out part may cost. */
static double log_allowed_at(const pld__question *question, const pld__aim *aim, double tolerance) {
    double log_delta = question->for_delta ? aim->log_delta : fmin(question->log_delta, aim->log_delta);
    return log_delta + log(WINDOW_SHARE * fmin(tolerance * aim->theta, 1));
}

/* One term, at the aim. */
static pld__jumps no_jumps(const pld__aim *aim) {
    return (pld__jumps){
        .cut = INFINITY, .count = 1, .epsilon = aim->epsilon, .terms = {{.theta = aim->theta, .log_moment = aim->log_scale}}};
}

/* One term without jumps, or the terms that serve better where few steps decide; these move the aim. */
static void choose_jumps(const pld__target *targets, size_t count, pld_direction direction, const pld__question *question,
                         double tolerance, const double *guess, bool must, pld__direction_plan *plan) {
    pld__aim *aim = &plan->aim;
    pld__jumps *jumps = &plan->jumps;
    pld__jumps found = *jumps;
    *jumps = no_jumps(aim);
    if (found.count == 0)
        found.cut = INFINITY;
    if (!must && !pld__jumps_few_steps(targets, count, direction, aim->theta))
        return;
    double log_allowed = log_allowed_at(question, aim, tolerance);
    double epsilon = question->for_delta ? question->epsilon : guess ? guess[direction] : 0;
    if (!must && !guess && !question->for_delta &&
        !pld__jumps_may_gain(targets, count, direction, question->log_delta, log_allowed, aim->theta))
        return;
    if (!(epsilon > 0) && !question->for_delta)
        epsilon = pld__jumps_epsilon(targets, count, direction, question->log_delta, log_allowed, 1.5 * aim->epsilon);
    pld__jumps_choose(targets, count, direction, epsilon, log_allowed, must, &found);
    if (found.cut == INFINITY)
        return;
    *jumps = found;
    const pld__jump_term *leading = &found.terms[found.leading];
    *aim = (pld__aim){.theta = leading->theta,
                      .epsilon = epsilon,
                      .log_delta = question->for_delta ? found.log_total - 1 : question->log_delta,
                      .log_scale = leading->log_moment,
                      .deviation = aim->deviation};
}

void pld__plan_aim(pld__target *targets, size_t count, const pld__question *question, double tolerance, const double *guess,
                   pld__plan *plan) {
    /* The truncation depends on the tilt and the tilt on the truncation, both only through logs: a few rounds settle them. */
    double log_budget = -1e5; /* a question for delta starts untruncated */
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
                *aim = pld__aim_at_epsilon(targets, count, direction, question->for_delta ? question->epsilon : guess[direction],
                                           aim->theta);
            else
                *aim = pld__aim_at_delta(targets, count, direction, question->log_delta, aim->theta);
            if (aim->theta * tolerance > STEEPEST_TOLERANCE && is_pure(targets, count, direction))
                *aim = pld__aim_at_theta(targets, count, direction, STEEPEST_TOLERANCE / tolerance);
            double log_delta = question->for_delta || aim->log_delta < question->log_delta ? aim->log_delta : question->log_delta;
            next = fmin(next, log_delta + log(TAIL_SHARE * fmin(tolerance * aim->theta, 1)));
        }
        if (fabs(next - log_budget) < 0.5)
            break;
        log_budget = next;
    }
}

void pld__plan_jumps(const pld__target *targets, size_t count, const pld__question *question, double tolerance,
                     const double *guess, pld__plan *plan) {
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d])
            choose_jumps(targets, count, DIRECTIONS[d], question, tolerance, guess, plan->must_jump, &plan->directions[d]);
}

int pld__plan_leader(const pld__question *question, const pld__plan *plan) {
    if (!question->asked[PLD_REMOVE] || !question->asked[PLD_ADD])
        return question->asked[PLD_REMOVE] ? PLD_REMOVE : PLD_ADD;
    const pld__aim *remove = &plan->directions[PLD_REMOVE].aim, *add = &plan->directions[PLD_ADD].aim;
    bool add_leads = question->for_delta ? add->log_delta > remove->log_delta : add->epsilon > remove->epsilon;
    return add_leads ? PLD_ADD : PLD_REMOVE;
}

/* The edge b with e^(K(theta +- lambda) - K(theta) -+ lambda b) = e^log_share, as a distance along `side`. */
typedef struct {
    const pld__target *targets;
    size_t count;
    pld_direction direction;
    const pld__aim *aim;
    double log_share;
    int side;
    double largest; /* lambda: the lattice laws place their mass only to within a width, which costs lambda times that */
} edge_question;

/* The nearest edge over all lambda up to the largest: (M - log_share)/lambda with M = K(theta +- lambda) - K(theta) is least where
 * +-lambda K'(theta +- lambda) = M - log_share, whose difference rises with lambda. Newton's method in log lambda, halving where that leaves
 * the bracket; at the first digits the distance is as good as least. */
static double nearest_edge(const edge_question *ask, double *best_lambda) {
    double low = log(1e-7), high = log(ask->largest), best = INFINITY;
    low = fmin(low, high - 1);
    double at = log(sqrt(-2 * fmin(ask->log_share, -1)) / fmax(ask->aim->deviation, 1e-150));
    at = fmin(fmax(at, low), high);
    *best_lambda = exp(at);
    for (int iteration = 0; iteration < 40; iteration++) {
        double lambda = exp(at);
        pld__moments there = pld__aim_moments(ask->targets, ask->count, ask->direction, ask->aim->theta + ask->side * lambda);
        double gain = there.value - ask->aim->log_scale - ask->log_share, miss = ask->side * lambda * there.first - gain;
        if (gain / lambda < best) {
            best = gain / lambda;
            *best_lambda = lambda;
        }
        *(miss < 0 ? &low : &high) = at;
        double step = -miss / (lambda * lambda * there.second), next = at + fmax(fmin(step, 3), -3);
        if (fabs(step) < 0.05 || high - low < 0.05)
            break;
        at = next > low && next < high ? next : (low + high) / 2;
    }
    return ask->side * best;
}

/* A window for one tilt, and the exponents of its ends. */
typedef struct {
    double theta, log_scale, low, high, lambda_left, lambda_right;
} window;

static window window_at(const pld__target *targets, size_t count, pld_direction direction, const pld__aim *aim,
                        double log_allowed, double width) {
    double log_share = log_allowed - (aim->log_scale - aim->theta * aim->epsilon) - log(pld__bound_hockey_maximum(aim->theta));
    double largest = 0.2 / width, support_low = 0, support_high = 0, powers = 0;
    window made = {.theta = aim->theta, .log_scale = aim->log_scale};
    edge_question right = {targets, count, direction, aim, log_share, 1, largest};
    edge_question left = {targets, count, direction, aim, log_share, -1, largest};
    made.high = nearest_edge(&right, &made.lambda_right);
    made.low = nearest_edge(&left, &made.lambda_left);
    /* The upper side loses mass beyond `high` untilted: e^(K(theta + lambda) - (theta + lambda) high). */
    double steepest = aim->theta + made.lambda_right;
    made.high = fmax(made.high, (pld__aim_moments(targets, count, direction, steepest).value - log_allowed) / steepest);
    /* The composed support, with room for the nodes beyond the ends of the laws. */
    for (size_t m = 0; m < count; m++) {
        support_low -= targets[m].power * targets[m].highest[direction == PLD_REMOVE ? PLD_ADD : PLD_REMOVE];
        support_high += targets[m].power * targets[m].highest[direction];
        powers += targets[m].power;
    }
    made.low = fmax(made.low, support_low - 2 * powers * width);
    made.high = fmin(made.high, support_high + 2 * powers * width);
    return made;
}

/* log of what transforms will round delta by, roughly and rather too much: see bound/roundoff.h. */
static double log_rounding(const pld__target *targets, size_t count, const window *made, double epsilon, double width) {
    double powers = 0, length = fmax((made->high - made->low) / width, 2);
    for (size_t m = 0; m < count; m++)
        powers += targets[m].power;
    return made->log_scale - made->theta * epsilon +
           log(10 * PLD__U * (powers + 1) * log2(length) * pld__bound_hockey_norm(made->theta, width));
}

/* The window at the saddle, or at a smaller tilt if that makes it shorter: where far losses are rare the tilted law is mostly about these, and reaches
 * much farther than delta needs. What a smaller tilt costs is digits, of which there may be enough. */
static window shortest_window(const pld__target *targets, size_t count, pld_direction direction, const pld__aim *aim,
                              double log_allowed, double width) {
    window best = window_at(targets, count, direction, aim, log_allowed, width);
    for (double theta = aim->theta * SMALLER_TILT; (best.high - best.low) / width > WORTH_TILTING; theta *= SMALLER_TILT) {
        pld__aim lower = *aim;
        pld__moments moments = pld__aim_moments(targets, count, direction, theta);
        lower.theta = theta;
        lower.log_scale = moments.value;
        lower.deviation = sqrt(moments.second);
        window next = window_at(targets, count, direction, &lower, log_allowed, width);
        if (!(next.high - next.low < 0.9 * (best.high - best.low)) ||
            !(log_rounding(targets, count, &next, aim->epsilon, width) < log_allowed))
            break;
        best = next;
    }
    return best;
}

static void place_window(const pld__target *targets, size_t count, pld_direction direction, const pld__question *question,
                         double tolerance, double width, pld__direction_plan *plan) {
    pld__aim *aim = &plan->aim;
    window chosen = shortest_window(targets, count, direction, aim, log_allowed_at(question, aim, tolerance), width);
    aim->theta = chosen.theta;
    aim->log_scale = chosen.log_scale;
    plan->compose = (pld__compose_plan){.lowest = chosen.low,
                                        .lambda_left = chosen.lambda_left,
                                        .lambda_right = chosen.lambda_right,
                                        .expected = question->for_delta ? question->epsilon : aim->epsilon};
    plan->highest = chosen.high;
}

/* The period beyond which aliases from above are at most e^log_allowed, for the best lambda. */
static double period_above(const pld__target *targets, size_t count, pld_direction direction, const pld__jumps *jumps,
                           const pld__jump_term *term, double variance, double log_allowed, double largest, double *best_lambda) {
    double best = INFINITY;
    for (double ratio = 1.0 / 64; ratio < 64; ratio *= 1.5) {
        double extra = ratio * term->theta, lambda = term->theta + extra;
        if (extra > largest && best < INFINITY)
            break;
        double moment = pld__jumps_log_moment(targets, count, direction, jumps->cut, term->jumps, lambda);
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

static size_t nodes_of(const pld__target *target) {
    return target->mechanism->sparse ? target->point_count : target->edge_count;
}

/* Nodes of all laws together. */
static double all_nodes(const pld__target *targets, size_t count) {
    double nodes = 0;
    for (size_t m = 0; m < count; m++)
        nodes += (double)targets[m].member_count * ((double)nodes_of(&targets[m]) + 64);
    return nodes;
}

/* More smoothing, if that is what it takes to compose steps whose frequencies never become negligible: the answer is then wider than asked. */
static void smooth_enough(const pld__target *targets, size_t count, pld__direction_plan *plan) {
    double nodes = all_nodes(targets, count);
    for (size_t i = 0; i < plan->compose.fourier_count; i++) {
        const pld__fourier_plan *fourier = &plan->fourier[i];
        double most = fmin(0.9 * fourier->work / nodes, 1e6) * 2 * PLD__PI / fourier->period;
        if (!fourier->bounded)
            plan->compose.variance = fmin(fmax(plan->compose.variance, 2 * (10 - fourier->log_negligible) / (most * most)), 0.25);
    }
}

/* Do some frequencies come back however high they are? */
static bool is_lasting(const pld__target *targets, size_t count) {
    bool lasting = false;
    for (size_t m = 0; m < count; m++)
        lasting |= pld__mechanism_lasting(targets[m].mechanism);
    return lasting;
}

static double smoothing(const pld__direction_plan *plan, double tolerance, bool more) {
    return fmin((more ? SMOOTH_MORE : SMOOTH_SHARE) * tolerance / (plan->aim.theta + 1), 0.25);
}

static void place_fourier(const pld__target *targets, size_t count, pld_direction direction, const pld__question *question,
                          double tolerance, double grid_tolerance, double width, bool must, bool smooth,
                          pld__direction_plan *plan) {
    const pld__jumps *jumps = &plan->jumps;
    double log_allowed = log_allowed_at(question, &plan->aim, tolerance);
    plan->compose = (pld__compose_plan){.expected = question->for_delta ? question->epsilon : plan->aim.epsilon,
                                        .variance = smoothing(plan, grid_tolerance, must),
                                        .fourier_count = jumps->count};
    bool patient = must || is_lasting(targets, count);
    double work = fmax(patient ? MOST_FOURIER_WORK : FOURIER_WORK, ALWAYS * all_nodes(targets, count));
    for (size_t i = 0; i < jumps->count; i++) {
        const pld__jump_term *term = &jumps->terms[i];
        pld__fourier_plan *fourier = &plan->fourier[i];
        *fourier = (pld__fourier_plan){.jumps = term->jumps, .theta = term->theta, .work = work};
        fourier->bounded = jumps->count > 1 && term->log_bound < log_allowed - 1;
        if (fourier->bounded)
            continue;
        double above = period_above(targets, count, direction, jumps, term, plan->compose.variance, log_allowed, 0.2 / width,
                                    &fourier->lambda);
        fourier->period = fmax(-log_allowed / term->theta, above);
        fourier->log_negligible = log_allowed - (term->log_moment - term->theta * jumps->epsilon) - NEGLIGIBLE;
    }
    if (smooth)
        smooth_enough(targets, count, plan);
}

/* Another tilt, without jumps. */
static void tilt_again(const pld__target *targets, size_t count, pld_direction direction, double theta,
                       pld__direction_plan *plan) {
    plan->aim = pld__aim_at_theta(targets, count, direction, theta);
    plan->jumps = no_jumps(&plan->aim);
}

/* A tilt that changes much from node to node says nothing that the grid can tell. */
static void limit_tilts(const pld__target *targets, size_t count, const pld__question *question, double width, pld__plan *plan) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__aim *aim = &plan->directions[d].aim;
        if (question->asked[d] && aim->theta * width > STEEPEST)
            tilt_again(targets, count, DIRECTIONS[d], STEEPEST / width, &plan->directions[d]);
    }
}

static void place_windows(const pld__target *targets, size_t count, const pld__question *question, double tolerance, double width,
                          pld__plan *plan) {
    limit_tilts(targets, count, question, width, plan);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d])
            place_window(targets, count, DIRECTIONS[d], question, tolerance, width, &plan->directions[d]);
}

pld_status pld__plan_lists(pld__target *targets, size_t count, const pld__question *question, double tolerance,
                           double grid_tolerance, double memory_limit, pld__plan *plan) {
    /* A direction that does not decide may be tilted much more, and would ask for a much finer grid: it makes do with less. */
    int leader = pld__plan_leader(question, plan);
    double steepest = 8 * (plan->directions[leader].aim.theta + 1);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d] && plan->directions[d].aim.theta > steepest)
            tilt_again(targets, count, DIRECTIONS[d], steepest, &plan->directions[d]);
    pld__edge_demand demands[PLD_DIRECTIONS];
    double widest = INFINITY;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        demands[d] = (pld__edge_demand){question->asked[d], &plan->directions[d].jumps};
        if (question->asked[d] && plan->must_jump)
            widest = fmin(widest, 3 / sqrt(2 * SMOOTHED / smoothing(&plan->directions[d], grid_tolerance, true)));
    }
    pld_status status = pld__edges_choose(targets, count, demands, grid_tolerance, widest, &plan->width);
    if (status != PLD_OK)
        return status;
    limit_tilts(targets, count, question, plan->width, plan);
    plan->listed = true;
    plan->widened = false;
    plan->memory_bound = false;
    plan->memory = 0;
    plan->longest = 0;
    double work = 0;
    for (size_t m = 0; m < count; m++) {
        size_t nodes = nodes_of(&targets[m]);
        work = fmax(work, (targets[m].mechanism->sparse ? OUTCOME_BYTES : WORK_BYTES) * (double)nodes);
        plan->memory += LAW_BYTES * (double)nodes * (double)targets[m].member_count;
        plan->longest = nodes > plan->longest ? nodes : plan->longest;
        plan->listed &= nodes < LONGEST_LIST;
    }
    plan->memory += work;
    plan->memory_together = plan->memory + 3 * work;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d])
            place_fourier(targets, count, DIRECTIONS[d], question, tolerance, grid_tolerance, plan->width, plan->must_jump,
                          plan->smooth, &plan->directions[d]);
    plan->limited = plan->memory > memory_limit;
    plan->listed &= !plan->limited;
    return PLD_OK;
}

/* Wider buckets where a step hardly ever ends up, if there would be many. */
static pld_status widen(pld__target *targets, size_t count, const pld__question *question, const pld__aim saddles[PLD_DIRECTIONS],
                        pld__plan *plan) {
    double nodes = 0;
    for (size_t m = 0; m < count; m++)
        nodes = fmax(nodes, (targets[m].highest[PLD_ADD] + targets[m].highest[PLD_REMOVE]) / plan->width);
    plan->widened = nodes > WORTH_WIDENING && !is_lasting(targets, count);
    if (!plan->widened)
        return PLD_OK;
    pld__jumps jumps[PLD_DIRECTIONS];
    pld__edge_demand demands[PLD_DIRECTIONS];
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        jumps[d] = no_jumps(&saddles[d]);
        demands[d] = (pld__edge_demand){question->asked[d], &jumps[d]};
    }
    return pld__edges_widen(targets, count, demands, plan->width);
}

/* Wider than any loss that there is. */
static const double WIDEST = 1e300;

/* Lengths for a width, or a larger one. */
static void fit_windows(const pld__target *targets, size_t count, const pld__question *question, double width,
                        double memory_limit, size_t most_buckets, pld__plan *plan) {
    plan->memory_bound = plan->limited = plan->endless = false;
    for (; width < WIDEST; width *= 1.2, plan->memory_bound = true) {
        plan->width = pld__edges_round_width(width);
        plan->longest = 0;
        bool too_long = false, too_many = false; /* beyond what can be done, beyond what was allowed */
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            pld__direction_plan *one = &plan->directions[d];
            if (!question->asked[d])
                continue;
            double needed = (one->highest - one->compose.lowest) / plan->width + 4;
            bool sensible = needed >= 1 && needed < 1e12; /* a window that rounding turned round has less than nothing */
            too_long |= !sensible;
            one->compose.length = sensible ? pld__fft_length((size_t)needed) : 0;
            too_many |= most_buckets && one->compose.length > most_buckets;
            plan->longest = one->compose.length > plan->longest ? one->compose.length : plan->longest;
        }
        /* One length for both directions, so that they share their plans. */
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            if (question->asked[d] && plan->directions[d].compose.length * 3 > plan->longest * 2)
                plan->directions[d].compose.length = plan->longest;
        double law = 0, work = (double)plan->longest;
        double cells = 0, most_cells = 0;
        for (size_t m = 0; m < count; m++) {
            double low = -targets[m].highest[PLD_ADD], high = targets[m].highest[PLD_REMOVE];
            double own = pld__cells_memory(plan->width, low, high);
            cells += own;
            most_cells = fmax(most_cells, own);
            law = fmax(law, (high - low) / plan->width + 4);
            work += (high - low) / plan->width;
        }
        /* The laws of four tasks are there until all are done; cells one after the other, and so transforms, or all at once. */
        double laws = 4 * (double)count * law * LAW_NODE, composing = pld__compose_memory(plan->longest, count);
        plan->memory_together = cells + laws + 4 * composing;
        plan->memory = laws + fmax(most_cells, composing);
        too_long |= work > MOST_WORK;
        /* Some buckets there must be. */
        bool allowed = !too_many || plan->longest <= FEWEST_LENGTH, fits = plan->memory <= memory_limit || work < FEWEST_BUCKETS;
        plan->limited |= !fits;
        if (!too_long && allowed && fits)
            return;
    }
    plan->endless = true; /* a window is infinite, or not a number */
}

pld_status pld__plan_windows(pld__target *targets, size_t count, const pld__question *question, double tolerance, double width,
                             double memory_limit, size_t most_buckets, pld__plan *plan) {
    pld__aim saddles[PLD_DIRECTIONS]; /* windows may tilt less */
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        saddles[d] = plan->directions[d].aim;
    place_windows(targets, count, question, tolerance, width, plan);
    plan->listed = false;
    fit_windows(targets, count, question, width, memory_limit, most_buckets, plan);
    return plan->endless ? PLD_OK : widen(targets, count, question, saddles, plan);
}
