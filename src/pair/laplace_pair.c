/* The pair of the Laplace mechanism (T28): two outcomes with mass, at the ends of the loss, and a density between. The pair of
 * steps of bounded range (T170) is that density alone, divided by its mass: `share` is then 1/(1 - e^-a) in place of 1/2.
 *
 * With a = shift/b, x is log dLap(shift)/dLap(0), the loss without sampling, from -a to a. In units of b the output is (a + x)/2
 * beyond the centre of Q and (a - x)/2 before that of P without sampling; both densities are exponentials of that, so all masses
 * are closed forms. a is carried as a sum of two long doubles, so that the distances to the ends, a + x and a - x, are good to a
 * few units of long double relative to themselves: the log of a mass is off by a few units and by a unit of its own size, however
 * large a is. */
#include "pair/laplace.h"

#include "base/base.h"
#include "base/complex.h"
#include "pair/sampling.h"

#include <float.h>
#include <math.h>

typedef struct {
    long double scale, rest; /* a is their sum */
    double end;              /* a as a double: x is from -end to end */
    double rate;
    double lowest, highest; /* losses at the ends */
    bool open;              /* there is nothing at the ends: bounded range */
    long double share;      /* of the density: Q-mass up to w above the lower end is share (1 - e^(-w/2)) */
} laplace;

static const long double LOG_HALF = -0.693147180559945309417L;

/* a + x and a - x, not below 0. */
static long double from_low(const laplace *pair, long double x) {
    return fmaxl((pair->scale + x) + pair->rest, 0);
}

static long double from_high(const laplace *pair, long double x) {
    return fmaxl((pair->scale - x) + pair->rest, 0);
}

static double within(const laplace *pair, double x) {
    return fmin(fmax(x, -pair->end), pair->end);
}

/* The loss at x is the one asked for within u (5 + 2 log(1/rate)) of its size (sampling.c), and within u |x| slope(x): x is
 * rounded to double. */
static void laplace_positions(const void *object, const double *loss, size_t count, double *x) {
    const laplace *pair = object;
    for (size_t i = 0; i < count; i++)
        x[i] = loss[i] <= pair->lowest    ? -INFINITY
               : loss[i] >= pair->highest ? INFINITY
                                          : within(pair, (double)pld__plain_loss(pair->rate, loss[i]));
}

static void laplace_bulk(const void *object, double *low, double *high) {
    const laplace *pair = object;
    *low = -pair->end;
    *high = pair->end;
}

/* log(rate e^shifted + (1 - rate) e^base). */
static long double mix(const laplace *pair, long double shifted, long double base) {
    if (pair->rate == 1)
        return shifted;
    long double top = fmaxl(shifted, base);
    return top + logl(pair->rate * expl(shifted - top) + (1 - (long double)pair->rate) * expl(base - top));
}

/* Logs of the masses of a stretch of x, `width` long, that starts `low` above -a and stops `high` below a. */
static pld__log_mass stretch(const laplace *pair, long double low, long double high, long double width) {
    if (!(width > 0))
        return (pld__log_mass){-INFINITY, -INFINITY};
    long double log_width = logl(-expm1l(-width / 2) * pair->share);
    long double base = log_width - low / 2, shifted = log_width - high / 2;
    return (pld__log_mass){mix(pair, shifted, base), base};
}

/* Between two points, of which those at the ends may be beside them by rounding. */
static pld__log_mass between(const laplace *pair, double left, double right) {
    long double width = fminl((long double)right - left, fminl(from_low(pair, right), from_high(pair, left)));
    return stretch(pair, from_low(pair, left), from_high(pair, right), width);
}

/* u times what an edge of a bucket may be off by: see positions. */
static double edge_error(const laplace *pair, double x) {
    double loss = (double)pld__sampled_loss(pair->rate, x), slope = (double)pld__sampled_slope(pair->rate, x);
    return 4 * fabs(loss) + 2 * fabs(x) * slope;
}

/* Cells too thin for a double have no digits. Beside the rest of the bucket they may be nothing, less than u of either sum, and
 * are left out: a lower law may leave out any cell, an upper one takes sums. Otherwise false: nothing is known. */
static bool leave_out_thin(size_t cuts, double *p, double *q) {
    double sum_p = 0, sum_q = 0;
    for (size_t i = 0; i < cuts; i++) {
        sum_p += p[i];
        sum_q += q[i];
    }
    double nothing = fmin(sum_p, sum_q) * PLD__U / (double)cuts;
    for (size_t i = 0; i < cuts; i++)
        if (!(fmin(p[i], q[i]) >= DBL_MIN)) {
            if (!(fmax(p[i], q[i]) + DBL_MIN <= nothing))
                return false;
            p[i] = q[i] = 0;
        }
    return isfinite(sum_p) && isfinite(sum_q);
}

static pld__accuracy laplace_masses(const void *object, double left, double right, size_t cuts, double reference, double *p,
                                    double *q, double *unit) {
    const laplace *pair = object;
    pld__log_mass all = between(pair, left, right);
    *unit = all.p < -500 ? (double)all.p : 0;
    double size = 0;
    for (size_t i = 0; i < cuts; i++) {
        double low = left + (right - left) * ((double)i / (double)cuts);
        double high = i + 1 == cuts ? right : left + (right - left) * ((double)(i + 1) / (double)cuts);
        pld__log_mass mass = between(pair, low, high);
        p[i] = (double)expl(mass.p - *unit);
        q[i] = (double)expl(mass.q - *unit + reference);
        size = fmax(size, pld__log_size(mass));
    }
    if (!leave_out_thin(cuts, p, q)) {
        for (size_t i = 0; i < cuts; i++) /* so that each is seen to be there */
            p[i] = q[i] = DBL_MIN;
        return (pld__accuracy){.rho = 1, .kappa = INFINITY};
    }
    /* Logs of masses are within 16 + 2 times their size units of long double, u/2048; subtracting the unit and adding the
     * reference round by half a unit of the larger; the results are rounded to double. The ratio of two also has its edges in the
     * wrong place. 32 u is what bound/cells.h needs. */
    double relative = 32 + (16 + 4 * size + 2 * fabs(*unit) + 2 * fabs(reference)) / 1024;
    double edges = fmax(edge_error(pair, left), edge_error(pair, right));
    return (pld__accuracy){.rho = relative * PLD__U, .kappa = (2 * relative + edges + 4 * fabs(reference)) * PLD__U};
}

/* log of e^a + e^b. */
static long double log_sum(long double a, long double b) {
    long double top = fmaxl(a, b);
    return top == -INFINITY ? top : top + logl(expl(a - top) + expl(b - top));
}

static pld__log_mass sum(pld__log_mass a, pld__log_mass b) {
    return (pld__log_mass){log_sum(a.p, b.p), log_sum(a.q, b.q)};
}

static const pld__log_mass NO_MASS = {-INFINITY, -INFINITY};

static pld__log_mass lower_end(const laplace *pair) {
    return pair->open ? NO_MASS : (pld__log_mass){mix(pair, LOG_HALF - pair->scale, LOG_HALF), LOG_HALF};
}

static pld__log_mass upper_end(const laplace *pair) {
    return pair->open ? NO_MASS : (pld__log_mass){mix(pair, LOG_HALF, LOG_HALF - pair->scale), LOG_HALF - pair->scale};
}

static pld__log_mass laplace_mass_below(const void *object, double x) {
    const laplace *pair = object;
    pld__log_mass mass = {-INFINITY, -INFINITY};
    if (x == -INFINITY)
        return mass;
    long double to = from_low(pair, within(pair, x));
    mass = sum(lower_end(pair), stretch(pair, 0, from_high(pair, within(pair, x)), to));
    return x > pair->end ? (pld__log_mass){0, 0} : mass;
}

static pld__log_mass laplace_mass_above(const void *object, double x) {
    const laplace *pair = object;
    pld__log_mass mass = {-INFINITY, -INFINITY};
    if (x == INFINITY)
        return mass;
    long double to = from_high(pair, within(pair, x));
    mass = sum(upper_end(pair), stretch(pair, from_low(pair, within(pair, x)), 0, to));
    return x < -pair->end ? (pld__log_mass){0, 0} : mass;
}

/* With x the plain loss of epsilon: remove, delta = rate (1 - e^(-(a - x)/2)), the curve of Laplace noise amplified by sampling
 * (T27); add, with that of -epsilon, Q(B) - e^epsilon P(B) = rate e^epsilon (e^x Q(B) - P'(B)) for B the outcomes below x, which
 * is rate e^(epsilon + x) (1 - e^(-(a + x)/2)). Of bounded range the parentheses are squared and divided by 1 - e^-a (T170). */
static long double laplace_log_delta(const void *object, pld_direction direction, double epsilon) {
    const laplace *pair = object;
    bool remove = direction == PLD_REMOVE;
    long double x = pld__plain_loss(pair->rate, remove ? epsilon : -epsilon);
    long double distance = remove ? from_high(pair, x) : from_low(pair, x);
    if (!(distance > 0))
        return -INFINITY;
    long double log_part = logl(-expm1l(-distance / 2)), log_plain = pair->open ? 2 * log_part + logl(pair->share) : log_part;
    return logl(pair->rate) + log_plain + (remove ? 0 : epsilon + x);
}

/* Both ends have mass that cannot be cut off, or very nearly. */
static double laplace_reach_above(const void *object, double log_mass) {
    (void)log_mass;
    return fmax(((const laplace *)object)->highest, 0);
}

static double laplace_reach_below(const void *object, double log_mass) {
    (void)log_mass;
    return fmax(-((const laplace *)object)->lowest, 0);
}

/* Gauss-Legendre with 5 points. */
static const double NODE[5] = {-0.90617984593866399280, -0.53846931010568309104, 0, 0.53846931010568309104,
                               0.90617984593866399280};
static const double WEIGHT[5] = {0.23692688505618908751, 0.47862867049936646804, 0.56888888888888888889, 0.47862867049936646804,
                                 0.23692688505618908751};

/* From which end of x a point is counted, how far away it is, and how much of x it stands for. */
typedef struct {
    bool low;
    double away, weight;
} place;

/* What is at t, from 0 to 1, when [0, 1] is laid over x: evenly, or, where panels would be long beside the 2 in which masses fall
 * by e, more densely towards the ends, by `crowding`: masses are at the ends, whatever the tilt, as their logs are convex in x.
 */
static place place_of(const laplace *pair, double crowding, double t) {
    bool low = t < 0.5;
    double side = 2 * (low ? t : 1 - t);
    if (crowding == 0)
        return (place){low, pair->end * side, 2 * pair->end};
    double whole = expm1(crowding);
    return (place){low, pair->end * expm1(crowding * side) / whole, 2 * pair->end * crowding * exp(crowding * side) / whole};
}

static double crowding_for(const laplace *pair, double panels) {
    double crowded = pair->end / (2 * panels), crowding = 0;
    for (int i = 0; i < 20 && crowded > 1; i++)
        crowding = log1p(crowded * fmax(crowding, 1));
    return crowding;
}

/* The density at a place, as a point of a sketch. */
static pld__sketch_point point_at(const laplace *pair, place at, double share) {
    double near = at.away / 2, far = pair->end - near, scaled = log(share * at.weight * (double)pair->share / 2);
    double base = scaled - (at.low ? near : far), shifted = scaled - (at.low ? far : near);
    double x = at.low ? at.away - pair->end : pair->end - at.away;
    return (pld__sketch_point){(double)mix(pair, shifted, base), base, (double)pld__sampled_loss(pair->rate, x)};
}

/* The pair as so many points: its two ends if they have mass, and 5 in each panel. */
typedef struct {
    const laplace *pair;
    size_t panels, count, at_end; /* points at either end */
    double crowding;
} quadrature;

static quadrature quadrature_of(const laplace *pair, unsigned refinement) {
    size_t panels = 16 * (size_t)refinement;
    size_t at_end = pair->open ? 0 : 1;
    return (quadrature){pair, panels, 5 * panels + 2 * at_end, at_end, crowding_for(pair, (double)panels)};
}

static pld__sketch_point nth_point(const quadrature *by, size_t n) {
    const laplace *pair = by->pair;
    if (n < by->at_end || n + by->at_end >= by->count) {
        pld__log_mass end = n == 0 ? lower_end(pair) : upper_end(pair);
        return (pld__sketch_point){(double)end.p, (double)end.q, n == 0 ? pair->lowest : pair->highest};
    }
    size_t panel = (n - by->at_end) / 5, node = (n - by->at_end) % 5;
    place at = place_of(pair, by->crowding, ((double)panel + 0.5 + NODE[node] / 2) / (double)by->panels);
    return point_at(pair, at, WEIGHT[node] / 2 / (double)by->panels);
}

static pld_status laplace_sketch_points(const void *object, double reach, unsigned refinement, pld__sketch_point **points,
                                        size_t *count) {
    quadrature by = quadrature_of(object, refinement);
    (void)reach;
    pld__sketch_point *made = pld__allocate(by.count, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < by.count; i++)
        made[i] = nth_point(&by, i);
    *points = made;
    *count = by.count;
    return PLD_OK;
}

/* p (e^(sL) - 1). */
static double complex grown(const pld__sketch_point *point, double complex s) {
    double real = creal(s) * point->loss, phase = cimag(s) * point->loss, half = sin(phase / 2), growth = expm1(real);
    return exp(point->log_p) * pld__complex(growth * cos(phase) - 2 * half * half, (1 + growth) * sin(phase));
}

/* The points are kept for a second look where there is memory for them, and made again where there is none: the number is the
 * same, and has no way to say that memory was missing. */
static double complex laplace_log_moment(const void *object, double complex s) {
    const laplace *pair = object;
    /* Panels so short that neither the density nor e^(sL) changes much within one; crowded where that would be very many. */
    quadrature by = quadrature_of(pair, 1 + (unsigned)fmin(pair->end * (1 + cabs(s)) / 8, 1e4));
    pld__sketch_point *kept = pld__allocate(by.count, sizeof *kept);
    double complex total = 0;
    double largest = -INFINITY;
    for (size_t i = 0; i < by.count; i++) {
        pld__sketch_point point = nth_point(&by, i);
        total += grown(&point, s);
        largest = fmax(largest, point.log_p + creal(s) * point.loss);
        if (kept)
            kept[i] = point;
    }
    double complex answer;
    if (cabs(total) < 0.5) {
        double real = creal(total), imaginary = cimag(total);
        answer = pld__complex(0.5 * log1p(real * (2 + real) + imaginary * imaginary), atan2(imaginary, 1 + real));
    } else {
        total = 0;
        for (size_t i = 0; i < by.count; i++) {
            pld__sketch_point point = kept ? kept[i] : nth_point(&by, i);
            double phase = cimag(s) * point.loss;
            total += exp(point.log_p + creal(s) * point.loss - largest) * pld__complex(cos(phase), sin(phase));
        }
        answer = largest + clog(total);
    }
    pld__free(kept);
    return answer;
}

static void laplace_free(void *object) {
    pld__free(object);
}

/* log E_P e^(lambda L) of the plain pair, the same in both directions: Laplace, ((1 + lambda) e^(lambda a) + lambda
 * e^(-(1 + lambda) a))/(1 + 2 lambda); bounded range, sinh((lambda + 1/2) a)/((1 + 2 lambda) sinh(a/2)) (T28, T170). Logs of
 * numbers of one sign, good to a few units of long double and of their sizes. */
static double laplace_log_moment_upper(const void *object, pld_direction direction, double lambda) {
    const laplace *pair = object;
    long double a = pair->scale + fmaxl(pair->rest, 0), way = lambda * a, both = 1 + 2 * (long double)lambda;
    (void)direction;
    if (pair->rate != 1 || !(lambda > 0))
        return INFINITY;
    long double inner =
        pair->open ? logl(expm1l(-both * a) / expm1l(-a) / both) : logl((1 + lambda + lambda * expl(-both * a)) / both);
    return (double)((way + inner) * (1 + 1e-15L) + 1e-17L * (1 + way));
}

static const pld__pair_operations LAPLACE_OPERATIONS = {
    .positions = laplace_positions,
    .bulk = laplace_bulk,
    .masses = laplace_masses,
    .mass_below = laplace_mass_below,
    .mass_above = laplace_mass_above,
    .log_delta = laplace_log_delta,
    .reach_above = laplace_reach_above,
    .reach_below = laplace_reach_below,
    .sketch_points = laplace_sketch_points,
    .log_moment_upper = laplace_log_moment_upper,
    .log_moment = laplace_log_moment,
    .free = laplace_free,
};

/* From a as `scale` and `rest`; takes `pair`, which may be NULL for want of memory. */
static pld_status make(laplace *pair, const char *resolved, const char *note, pld_mechanism **mechanism) {
    if (!pair)
        return PLD_ERROR_MEMORY;
    pair->lowest = (double)pld__sampled_loss(pair->rate, -pair->scale);
    pair->highest = (double)pld__sampled_loss(pair->rate, pair->scale);
    pld_mechanism made = {.operations = &LAPLACE_OPERATIONS,
                          .pair = pair,
                          .has_end_atoms = !pair->open,
                          .loss_infimum = pair->lowest,
                          .loss_supremum = pair->highest,
                          .trivial = pair->rate == 0};
    return pld__mechanism_create(&made, resolved, note, mechanism);
}

pld_status pld__laplace_mechanism(double shift, double b, double rate, const char *resolved, const char *note,
                                  pld_mechanism **mechanism) {
    laplace *pair = pld__allocate(1, sizeof *pair);
    long double scale = (long double)shift / b;
    if (pair)
        *pair = (laplace){.scale = scale, .rest = -fmal(scale, b, -shift) / b, .end = (double)scale, .rate = rate, .share = 0.5L};
    return make(pair, resolved, note, mechanism);
}

pld_status pld__bounded_range_mechanism(double epsilon, double rate, const char *resolved, const char *note,
                                        pld_mechanism **mechanism) {
    laplace *pair = pld__allocate(1, sizeof *pair);
    if (pair)
        *pair =
            (laplace){.scale = epsilon, .end = epsilon, .rate = rate, .open = true, .share = -1 / expm1l(-(long double)epsilon)};
    return make(pair, resolved, note, mechanism);
}
