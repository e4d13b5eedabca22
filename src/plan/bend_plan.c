#include "plan/bend_plan.h"

#include "base/base.h"
#include "base/normal.h"
#include "plan/tuning.h"

#include <math.h>

/* What planning carries along. */
typedef struct {
    const pld__kernel_factor *factor;
    pld__kernel_nodes nodes;
    pld__kernel_lines lines;
    bool reversed;
    int line; /* the best one, last time */
    double count, theta, epsilon, log_delta;
    double edge;  /* how far epsilon is from the hard edge */
    double level; /* log of what an error may be */
    double share;
} planning;

/* Moments need lines above theirs. */
enum { MOST = PLD__KERNEL_LINES - 1 - PLD__KERNEL_GAP };

/* log |M| of one step at most, on the best line near the last one. */
static double log_size(planning *at, double sigma, double t) {
    int line = at->line;
    double best = pld__kernel_line_log_sum(&at->lines, line, sigma, t);
    for (int turn = -1; turn <= 1; turn += 2)
        for (int next = line + turn; next >= 0 && next <= MOST; next += turn) {
            double found = pld__kernel_line_log_sum(&at->lines, next, sigma, t);
            if (!(found < best))
                break;
            best = found;
            at->line = next;
        }
    return best;
}

/* --- the saddle ----------------------------------------------------------------------------------------------------- */

static double tilted(planning *at, double theta) {
    return at->count * pld__kernel_line_log_sum(&at->lines, 0, at->reversed ? -1 - theta : theta, 0);
}

/* Where theta is the saddle. */
static void look_at(planning *at, double theta) {
    double h = 1e-3 * theta, low = tilted(at, theta - h), here = tilted(at, theta), high = tilted(at, theta + h);
    double first = (high - low) / (2 * h), second = fmax((high - 2 * here + low) / (h * h), 0);
    double variance = second + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
    at->theta = theta;
    at->epsilon = first - 1 / theta - 1 / (1 + theta);
    at->log_delta = here - theta * at->epsilon - log(theta * (1 + theta)) - 0.5 * log(2 * PLD__PI * variance);
}

/* Of a point whose epsilon or log delta is known: the other one, roughly. Where the tilt jumps it is far off. */
static bool find_saddle(planning *at, pld__bend_point *point) {
    double low = log(KERNEL_SMALLEST_TILT), high = log(KERNEL_LARGEST_TILT), found;
    bool by_epsilon = !isnan(point->epsilon);
    for (int i = 0; i < 40 && high - low > 1e-3; i++) {
        look_at(at, exp((low + high) / 2));
        bool above = by_epsilon ? at->epsilon > point->epsilon : at->log_delta < point->log_delta;
        *(above ? &high : &low) = (low + high) / 2;
    }
    found = by_epsilon ? fabs(at->epsilon - point->epsilon) * at->theta : fabs(at->log_delta - point->log_delta);
    at->log_delta = isnan(point->log_delta) ? at->log_delta : point->log_delta;
    at->epsilon = by_epsilon ? point->epsilon : fmax(at->epsilon, 0);
    *point = (pld__bend_point){at->epsilon, at->log_delta};
    return found < 0.5;
}

/* --- one contour ---------------------------------------------------------------------------------------------------- */

typedef struct {
    double theta, bend, knee; /* the contour */
    double last, spacing, left, right;
    double frequencies;
} contour;

/* sigma at z = tau + id. */
static void place(const planning *at, const contour *on, double tau, double d, double *real, double *t) {
    double t0 = on->knee * on->knee, re = t0 + tau * tau - d * d, im = 2 * tau * d, square = re * re + im * im;
    *real = (at->reversed ? -1 - on->theta : on->theta) - d + on->bend * (1 - t0 * re / square);
    *t = fmax(tau + on->bend * t0 * im / square, 0);
}

/* log |F sigma'| there, from a bound for all higher ones. */
static double log_term(planning *at, const contour *on, double tau, double d) {
    double real, t, turn = at->reversed ? -at->epsilon : at->epsilon;
    place(at, on, tau, d, &real, &t);
    double inverse = -0.5 * log((real * real + t * t) * ((real + 1) * (real + 1) + t * t));
    double found = at->count * log_size(at, real, t) - turn * real;
    return found + inverse + (at->reversed ? at->epsilon : 0);
}

/* The first frequency behind which little is left; INFINITY if terms grow too much on the way. */
static double find_last(planning *at, const contour *on) {
    double tau = on->theta / 2, peak = log_term(at, on, 0, 0), most = fmax(peak, at->log_delta) + BEND_GROWTH, last = INFINITY;
    for (int i = 0; i < 60 && (last == INFINITY || tau < fmax(2 * last, 2 * on->knee)); i++, tau *= 1.3) {
        double found = log_term(at, on, tau, 0);
        if (found > most)
            return INFINITY;
        bool small = found + log(tau) - log(PLD__PI) <= at->level;
        last = !small ? INFINITY : fmin(last, tau);
    }
    return last;
}

/* The spacing that a contour moved by d allows. */
static double spacing_for(planning *at, const contour *on, double d) {
    double top = -INFINITY, sum = 0, tau = 0, next = on->theta / 6;
    double logs[64], lengths[64];
    int count = 0;
    at->line = 0;
    for (; count < 64 && tau < 1.5 * on->last; count++, tau = next, next *= 1.3) {
        logs[count] = log_term(at, on, tau, d);
        lengths[count] = next - tau;
        top = fmax(top, logs[count]);
    }
    for (int i = 0; i < count; i++)
        sum += exp(logs[i] - top) * lengths[i];
    return 2 * PLD__PI * fabs(d) / fmax(top + log(sum) - log(PLD__PI) - at->level + 1, 1);
}

/* How far it may be moved before the bend turns it back. */
static double widest_move(const contour *on, double most, bool to_pole) {
    double d = fmin(most, 0.9 * on->knee), t0 = on->knee * on->knee;
    for (int i = 0; i < 60; i++, d *= 0.93) {
        double rest = t0 - d * d, turn = to_pole ? on->bend * d * d / rest : 0;
        if (d + turn <= most && 2 * on->bend * d * t0 < 0.9 * rest * rest)
            return d;
    }
    return 0;
}

static void complete(planning *at, contour *on) {
    static const double to_pole[] = {0.95, 0.7}, away[] = {4, 1.5, 0.6, 0.25};
    double best[2] = {0, 0}, moves[2] = {0, 0};
    for (size_t i = 0; i < 6; i++) {
        bool poles = i < 2; /* the pole is to the left, or to the right if reversed */
        double most = on->theta * (poles ? to_pole[i] : away[i - 2]), d = widest_move(on, most, poles && !at->reversed);
        int side = poles != at->reversed ? 0 : 1;
        if (poles && best[side] > 0 && best[side] < 1e-3 * on->theta)
            continue;
        double found = d > 0 ? spacing_for(at, on, side == 0 ? d : -d) : 0;
        if (found > best[side]) {
            best[side] = found;
            moves[side] = d;
        }
    }
    on->spacing = fmin(best[0], best[1]);
    on->left = moves[0];
    on->right = moves[1];
    on->frequencies = on->spacing > 0 ? on->last / on->spacing : INFINITY;
}

/* The best contour with this bend, over tilts and knees. */
static contour choose_contour(planning *at, double bend) {
    static const double lower[] = {1, 0.8, 0.65, 0.5, 0.38};
    contour best = {.frequencies = INFINITY};
    for (size_t i = 0; i < sizeof lower / sizeof lower[0]; i++) {
        contour on = {.theta = at->theta * lower[i], .bend = bend, .knee = at->theta * lower[i], .last = INFINITY};
        double peak = log_term(at, &on, 0, 0), above = fmax(peak, at->log_delta) - at->level;
        if (peak - at->log_delta > BEND_CANCELS)
            continue;
        double knee = on.knee, ratio = bend > 0 ? 1.7 : 4;
        int low = -1, high = 16; /* the first knee that suits: wider ones do, too */
        while (high - low > 1) {
            int middle = (low + high) / 2;
            on.knee = knee * pow(ratio, middle);
            at->line = 0;
            *(find_last(at, &on) < INFINITY ? &high : &low) = middle;
        }
        for (; high < 16; high++) {
            on.knee = knee * pow(ratio, high);
            at->line = 0;
            on.last = find_last(at, &on);
            if (on.last * above / (2 * PLD__PI * on.theta) > best.frequencies) /* no move reaches farther than theta, about */
                break;
            complete(at, &on);
            if (!(on.frequencies < best.frequencies))
                break;
            best = on;
        }
    }
    return best;
}

/* --- nodes ---------------------------------------------------------------------------------------------------------- */

/* What a place of the contour, or of the moved one, asks of the step. */
typedef struct {
    double sigma, t, size, whole; /* log of the size there, and of J */
    double spare;                 /* log of the error that a moment may have, relative; INFINITY where only a bound is asked */
    double beside[2];             /* log of sizes on the lines that show it */
    int line;
} demand;

static demand ask(planning *at, const contour *on, double tau, double d) {
    demand made = {.spare = INFINITY};
    at->line = PLD__KERNEL_LINES / 3;
    double term = log_term(at, on, tau, d);
    place(at, on, tau, d, &made.sigma, &made.t);
    made.size = log_size(at, made.sigma, made.t);
    made.line = at->line;
    made.whole = pld__kernel_line_log_whole(&at->lines, made.line + (d == 0 ? PLD__KERNEL_GAP : 0), made.sigma);
    if (d != 0)
        return made;
    made.spare = fmin(at->level - term - log(fmax(made.t, on->theta)), -4) - 4 - log(at->count);
    for (int side = 0; side < 2; side++)
        made.beside[side] = pld__kernel_line_log_sum(&at->lines, made.line + (side == 0 ? -PLD__KERNEL_GAP : PLD__KERNEL_GAP),
                                                     made.sigma, made.t);
    return made;
}

static bool is_fine(const planning *at, const demand *made, double step) {
    double apart = PLD__KERNEL_GAP * (double)at->lines.spacing;
    if (made->spare == INFINITY)
        return made->whole + pld__kernel_line_log_error(&at->lines, made->line, made->sigma, made->t, step) <
               made->size - log(at->count);
    for (int side = 0; side < 2; side++) {
        int line = made->line + (side == 0 ? -PLD__KERNEL_GAP : PLD__KERNEL_GAP);
        double error = made->whole + pld__kernel_line_log_error(&at->lines, line, made->sigma, made->t, step);
        if (fmax(made->beside[side], error) - 2 * PLD__PI * apart / step > made->size + made->spare)
            return false;
    }
    return true;
}

static double choose_step(planning *at, const contour *on) {
    static const double parts[] = {0, 0.01, 0.025, 0.05, 0.12, 0.25, 0.4, 0.6, 0.8, 1}, behind[] = {0.25, 0.5, 0.75, 1};
    enum { PARTS = sizeof parts / sizeof parts[0], BEHIND = sizeof behind / sizeof behind[0] };
    demand all[3 * (PARTS + BEHIND)];
    size_t count = 0;
    double farther = 1.1 * fmax(2, 3 * on->knee / on->last); /* as far as pieces of contours go */
    for (size_t j = 0; j < PARTS + BEHIND; j++) {
        double tau = on->last * (j < PARTS ? parts[j] : pow(farther, behind[j - PARTS]));
        if (j < PARTS)
            all[count++] = ask(at, on, tau, 0);
        all[count++] = ask(at, on, tau, on->left);
        all[count++] = ask(at, on, tau, -on->right);
    }
    double coarse = log(0.5), fine = log(BEND_FINEST);
    for (size_t j = 0; j < count; j++)
        if (!is_fine(at, &all[j], BEND_FINEST))
            return 0;
    for (int i = 0; i < 7; i++) {
        double middle = (coarse + fine) / 2;
        bool enough = true;
        for (size_t j = 0; j < count && enough; j++)
            enough = is_fine(at, &all[j], exp(middle));
        *(enough ? &fine : &coarse) = middle;
    }
    int power;
    double scaled = floor(ldexp(frexp(exp(fine), &power), 8));
    return ldexp(scaled, power - 8);
}

/* The first x beyond which the laws of all tilts fall, and have fallen: behind the cut the steepest one has its top where the cut
 * falls as fast as it grows. */
static double own_reach(void) { /* without tilts: lines move it by as much as they are apart from the real one */
    return sqrt(90 + pow(BEND_FARTHEST_LINE / BEND_SOFTNESS, 2)) * BEND_SOFTNESS;
}

static double choose_end(const planning *at, const contour *on) {
    const pld__kernel_cut *cut = &at->nodes.cut;
    double most = (at->reversed ? -1 - on->theta : on->theta) + on->right + on->bend, x = cut->at + own_reach();
    double kappa = (double)at->nodes.kappa, grows = fmax((1 + most) * (double)at->factor->ends.p_high - cut->at, 0);
    x = fmax(x, cut->at + grows / kappa + sqrt(BEND_FALLEN / kappa));
    for (; x < KERNEL_FARTHEST && most > -1; x += 0.5) {
        double mean = (double)pld__kernel_posterior_mean(&at->factor->p, x, 1);
        if (pld__bound_fall(&at->factor->ends, most, x, 1, mean, 0, cut->at, cut->softness) > 1)
            break;
    }
    return x;
}

/* --- all together --------------------------------------------------------------------------------------------------- */

/* A cut that loses nothing that matters. */
static pld__kernel_cut choose_cut(const pld__kernel_factor *factor, bool reversed, double log_delta) {
    double wanted = log_delta + log(KERNEL_SHARE / (double)factor->count), spread = sqrt(1 + BEND_SOFTNESS * BEND_SOFTNESS);
    double low = 0, high = KERNEL_FARTHEST;
    for (int i = 0; i < 14; i++) {
        double middle = (low + high) / 2, lost = pld__normal_log_tail(middle / spread);
        for (size_t j = 0; j < factor->p.count && !reversed; j++)
            lost = fmax(lost,
                        log((double)factor->p.weight[j]) + pld__normal_log_tail((middle - (double)factor->p.mean[j]) / spread));
        *(lost > wanted ? &low : &high) = middle;
    }
    return (pld__kernel_cut){high, BEND_SOFTNESS};
}

static double lines_apart(const pld__kernel_factor *factor) {
    double spread = (double)(factor->ends.p_high - factor->ends.p_low);
    return fmin(fmin(0.8 * PLD__PI / spread, BEND_FARTHEST_LINE), sqrt(BEND_LIFT / (double)factor->count)) /
           (PLD__KERNEL_LINES - 1);
}

static pld_status open_lines(planning *at, pld__kernel_cut cut) {
    const double step = 0.25;
    pld__kernel_lines_free(&at->lines);
    pld__kernel_nodes_free(&at->nodes);
    pld_status status = pld__kernel_nodes_create(at->factor, step, (int64_t)(-13 / step),
                                                 (int64_t)ceil((cut.at + BEND_REACH) / step), cut, &at->nodes);
    return status == PLD_OK ? pld__kernel_lines_create(at->factor, &at->nodes, lines_apart(at->factor), &at->lines) : status;
}

static void choose(planning *at, pld__kernel_bend *plan, double *cost) {
    static const double bends[] = {0, 0.12, 0.4, 1.2, 3.6};
    double edge = at->count * (double)at->lines.line[0].size[0], first = (double)at->nodes.all[0].x;
    at->edge = fmax(at->reversed ? -edge - at->epsilon : at->epsilon - edge, 1e-9);
    at->level = at->log_delta + log(at->share);
    for (size_t i = 0; i < sizeof bends / sizeof bends[0]; i++) {
        contour on = choose_contour(at, bends[i] * BEND_FALL / at->edge);
        if (!(on.frequencies < BEND_MOST))
            continue;
        double step = choose_step(at, &on), last = choose_end(at, &on), found = (last - first) / step * (on.frequencies + 60);
        if (!(step > 0 && last <= at->nodes.cut.at + BEND_REACH && found < INFINITY))
            continue;
        if (!(found < *cost)) /* it falls and then rises */
            break;
        int power;
        double scaled = floor(ldexp(frexp(on.spacing, &power), 24));
        *cost = found;
        *plan = (pld__kernel_bend){
            .reversed = at->reversed,
            .theta = on.theta,
            .bend = on.bend,
            .knee = on.knee,
            .left = on.left,
            .right = on.right,
            .spacing = ldexp(scaled, power - 24),
            .lines = (double)at->lines.spacing,
            .guess = at->epsilon,
            .grid = {
                .step = step, .first = (int64_t)floor(first / step), .last = (int64_t)ceil(last / step), .cut = at->nodes.cut}};
        plan->frequencies = (size_t)ceil(on.last / plan->spacing) + 1;
    }
}

pld_status pld__bend_plan_make(const pld__kernel_factor *factor, bool reversed, double share, pld__bend_point *point,
                               pld__kernel_bend *plan, double *cost) {
    static const double DOUBT = 46; /* minus log delta, where it is not known */
    planning at = {.factor = factor, .reversed = reversed, .count = (double)factor->count, .share = share};
    bool known = !isnan(point->log_delta), aimed = known && !isnan(point->epsilon);
    *cost = INFINITY;
    pld_status status = open_lines(&at, choose_cut(factor, reversed, known ? point->log_delta : -DOUBT));
    if (status == PLD_OK && at.lines.sound) {
        if (!find_saddle(&at, point) && !aimed)
            at.share = fmax(share, BEND_ROUGH);
        if (!known && fabs(point->log_delta + DOUBT) > 10)
            status = open_lines(&at, choose_cut(factor, reversed, point->log_delta));
    }
    if (status == PLD_OK && at.lines.sound)
        choose(&at, plan, cost);
    pld__kernel_lines_free(&at.lines);
    pld__kernel_nodes_free(&at.nodes);
    return status;
}
