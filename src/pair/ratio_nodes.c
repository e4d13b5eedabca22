/* Nodes a distance d(s) apart add a variance of about d^2/6 to a value s. Where the total is S that moves the loss, tilted by
 * theta, by (theta + 1)/12 times the mean of (d/S)^2 under the tilted law, once for each of total/terms such summands. For a
 * given number of nodes this is least for d = l (c u(s))^(-1/3), u the tilted density over S^2 and c = total/terms; it is then
 * (theta + 1)/12 l^2 I, I the integral of (c u)^(1/3). */
#include "pair/ratio_nodes.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

enum { THIN = 120, POINTS = THIN * THIN, GROUP = 24, AROUND = 6, MOST_NODES = 20000 };

/* Values this near have no room for nodes between them. */
static const double NEAREST = 1e-12;

/* Between the smallest value and the first that is common, nodes are this far apart in logs, so many at most. */
static const double LEADING = 0.1, MOST_LEADING = 2000;

typedef struct {
    double value, mass;
} point;

static int by_value(const void *first, const void *second) {
    const point *a = first, *b = second;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->mass > b->mass) - (a->mass < b->mass);
}

/* At most so many points instead of all: neighbours become one, at their mean. */
static size_t thin(const pld__ratio_law *law, size_t most, point *points) {
    size_t made = 0, step = (law->count + most - 1) / most;
    for (size_t from = 0; from < law->count; from += step) {
        double mass = 0, first = 0;
        size_t to = from + step < law->count ? from + step : law->count;
        for (size_t i = from; i < to; i++) {
            mass += law->mass[i];
            first += law->mass[i] * law->value[i];
        }
        if (mass > 0)
            points[made++] = (point){first / mass, mass};
    }
    return made;
}

/* Coarse points of the sum, in order. */
static size_t sketch(const pld__ratio_law *a, const pld__ratio_law *b, point *points) {
    if (!b)
        return thin(a, POINTS, points);
    point first[THIN], second[THIN];
    size_t count = thin(a, THIN, first), other = thin(b, THIN, second), made = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < other; j++)
            points[made++] = (point){first[i].value + second[j].value, first[i].mass * second[j].mass};
    qsort(points, made, sizeof *points, by_value);
    return made;
}

/* A stretch of values, and how far apart nodes should be there. */
typedef struct {
    double low, high, share[PLD_DIRECTIONS], smooth[PLD_DIRECTIONS], distance;
} stretch;

/* The whole sum, where these summands come to `value`. */
static double total_at(const pld__ratio_purpose *purpose, int direction, double value) {
    return value + (purpose->total - purpose->terms) * purpose->typical[direction] + purpose->rest;
}

/* log of a point's tilted mass. */
static double log_tilted(const pld__ratio_purpose *purpose, int direction, const point *one, double power) {
    return log(one->mass) + power * log(fmax(total_at(purpose, direction, one->value), 1e-300));
}

/* The points that matter in a direction: what lies beyond has a negligible mass. */
static void clip(const pld__ratio_purpose *purpose, const point *points, size_t *from, size_t *to, int direction) {
    double limit = exp(purpose->log_negligible), sum = 0;
    if (direction == PLD_REMOVE)
        while (*to > *from + 1 && (sum += points[*to - 1].mass * points[*to - 1].value / purpose->terms) < limit)
            --*to;
    else
        while (*from + 1 < *to && (sum += points[*from].mass) < limit)
            ++*from;
}

/* The tilts that nodes are placed for: around the one that decides, as a single step has none. */
static double power_of(const pld__ratio_purpose *purpose, int direction, int part) {
    double theta = ldexp(purpose->theta[direction], 1 - part);
    return direction == PLD_REMOVE ? theta + 1 : -theta;
}

/* log of the sum of tilted masses from .. to - 1. */
static double log_moment(const pld__ratio_purpose *purpose, int direction, const point *points, size_t from, size_t to,
                         double power) {
    double largest = -INFINITY, sum = 0;
    for (size_t i = from; i < to; i++)
        largest = fmax(largest, log_tilted(purpose, direction, &points[i], power));
    for (size_t i = from; i < to; i++)
        sum += exp(log_tilted(purpose, direction, &points[i], power) - largest);
    return largest + log(sum);
}

/* Tilted masses of the points of each stretch, of the moments of the whole sum: where few summands decide, most are not these. */
static void tilt(const pld__ratio_purpose *purpose, const point *points, size_t count, size_t group, stretch *stretches) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        size_t from = 0, to = count;
        clip(purpose, points, &from, &to, d);
        for (int part = 0; part < PLD__RATIO_TILTS; part++) {
            double power = power_of(purpose, d, part);
            double scale = fmax(log_moment(purpose, d, points, from, to, power), purpose->log_scale[d][part]);
            for (size_t i = from; i < to; i++)
                stretches[i / group].share[d] += exp(log_tilted(purpose, d, &points[i], power) - scale);
        }
    }
}

void pld__ratio_purpose_from(const pld__ratio_law *sum, pld__ratio_purpose *purpose) {
    static const double CLOSE = 1e-12;
    point *points = pld__allocate(POINTS, sizeof *points);
    if (!points) /* then nodes are placed as well as without it */
        return;
    size_t count = thin(sum, POINTS, points);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        size_t from = 0, to = count;
        clip(purpose, points, &from, &to, d);
        for (int part = 0; part < PLD__RATIO_TILTS; part++)
            purpose->log_scale[d][part] = log_moment(purpose, d, points, from, to, power_of(purpose, d, part));
    }
    double power = -purpose->theta[PLD_ADD], scale = log_moment(purpose, PLD_ADD, points, 0, count, power), mean = 0;
    for (size_t i = 0; i < count; i++)
        mean += exp(log_tilted(purpose, PLD_ADD, &points[i], power) - scale) * points[i].value;
    purpose->typical[PLD_ADD] = fmin(fmax(mean / purpose->total, CLOSE), 1);
    pld__free(points);
}

/* Sums of few points lie in clumps: what a stretch has is what it has together with its neighbours, by its width. */
static void smooth(stretch *stretches, size_t count) {
    for (size_t g = 0; g < count; g++) {
        double share[PLD_DIRECTIONS] = {0, 0}, width = 0;
        size_t from = g > AROUND ? g - AROUND : 0, to = g + AROUND < count ? g + AROUND + 1 : count;
        for (size_t i = from; i < to; i++) {
            width += stretches[i].high - stretches[i].low;
            for (int d = 0; d < PLD_DIRECTIONS; d++)
                share[d] += stretches[i].share[d];
        }
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            stretches[g].smooth[d] = share[d] / width;
    }
    for (size_t g = 0; g < count; g++)
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            stretches[g].share[d] = stretches[g].smooth[d] * (stretches[g].high - stretches[g].low);
}

/* (c u)^(1/3) of a stretch. */
static double cube_root_cost(const pld__ratio_purpose *purpose, const stretch *one) {
    double cost = 0, middle = (one->low + one->high) / 2;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        double at = total_at(purpose, d, middle);
        cost += one->share[d] / (at * at);
    }
    return cbrt(purpose->total / purpose->terms * cost / (one->high - one->low));
}

/* Not so far apart that a tilt makes much of what little there is. */
static double farthest(const pld__ratio_purpose *purpose, const stretch *one) {
    double least = INFINITY;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        double most = (0.5 + fmax(0, -log(fmax(one->share[d], 1e-300)) - 20)) / (purpose->theta[d] + 1);
        least = fmin(least, fmin(most, 0.25) * total_at(purpose, d, one->low));
    }
    return least;
}

/* From the lower to the upper end of a stretch distances grow like the total. */
static double steps_in(const pld__ratio_purpose *purpose, const stretch *one) {
    double low = total_at(purpose, PLD_REMOVE, one->low), high = total_at(purpose, PLD_REMOVE, one->high);
    return log1p((high - low) / low) * low / one->distance;
}

/* Where in a stretch so many steps lead. */
static double after_steps(const pld__ratio_purpose *purpose, const stretch *one, double steps) {
    double low = total_at(purpose, PLD_REMOVE, one->low);
    return one->low + low * expm1(steps * one->distance / low);
}

static double set_distances(const pld__ratio_purpose *purpose, stretch *stretches, size_t count) {
    double integral = 0, nodes = 0;
    for (size_t g = 0; g < count; g++)
        integral += cube_root_cost(purpose, &stretches[g]) * (stretches[g].high - stretches[g].low);
    double unit = purpose->resolution / sqrt(purpose->stages * fmax(integral, 1e-300));
    for (size_t g = 0; g < count; g++) {
        stretch *one = &stretches[g];
        one->distance = fmin(unit / fmax(cube_root_cost(purpose, one), 1e-300), farthest(purpose, one));
        nodes += steps_in(purpose, one);
    }
    return nodes;
}

/* Nodes from the first value that is not 0 to the last. */
static size_t place(const pld__ratio_purpose *purpose, const stretch *stretches, size_t count, double wider, double first,
                    double last, double *nodes) {
    size_t made = 0;
    double next = 0, passed = 0, lead = count > 0 ? stretches[0].low : last;
    nodes[made++] = first;
    for (int steps = (int)fmin(log(lead / first) / LEADING, MOST_LEADING), k = steps; k >= 0; k--) /* lead e^(-k LEADING) */
        if (lead * exp(-k * LEADING) > nodes[made - 1] * (1 + NEAREST) && lead < last * (1 - NEAREST))
            nodes[made++] = lead * exp(-k * LEADING);
    for (size_t g = 0; g < count; g++) {
        const stretch *one = &stretches[g];
        double end = passed + steps_in(purpose, one) / wider;
        for (next = floor(passed) + 1; next <= end && made < MOST_NODES + (size_t)MOST_LEADING + 64; next++) {
            double node = after_steps(purpose, one, (next - passed) * wider);
            if (node > nodes[made - 1] * (1 + NEAREST) && node < last * (1 - NEAREST))
                nodes[made++] = node;
        }
        passed = end;
    }
    nodes[made++] = last;
    return made;
}

/* The smallest value above 0. */
static double smallest_positive(const pld__ratio_law *law) {
    return law->value[0] > 0 || law->count < 2 ? law->value[0] : law->value[1];
}

static size_t make_stretches(const point *points, size_t count, size_t group, double last, stretch *stretches) {
    size_t made = (count + group - 1) / group;
    for (size_t g = 0; g < made; g++) {
        double low = points[g * group].value, high = g + 1 < made ? points[(g + 1) * group].value : last;
        stretches[g] = (stretch){.low = low, .high = fmax(high, low * (1 + NEAREST))}; /* the last may be at the end */
    }
    return made;
}

pld_status pld__ratio_nodes(const pld__ratio_law *a, const pld__ratio_law *b, const pld__ratio_purpose *purpose, double **nodes,
                            size_t *count) {
    point *points = pld__allocate(POINTS, sizeof *points);
    stretch *stretches = pld__allocate(POINTS, sizeof *stretches);
    double *made = pld__allocate(MOST_NODES + (size_t)MOST_LEADING + 80, sizeof *made);
    pld_status status = points && stretches && made ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        double zero = a->value[0] + (b ? b->value[0] : 0), last = a->value[a->count - 1] + (b ? b->value[b->count - 1] : 0);
        double first = zero > 0 ? zero : b ? fmin(smallest_positive(a), smallest_positive(b)) : smallest_positive(a);
        size_t pieces = sketch(a, b, points), group = b ? GROUP : 1, kept = 0;
        /* Equal values make no stretch. */
        for (size_t i = 0; i < pieces; i++)
            if (points[i].value >= first && (kept == 0 || points[i].value > points[kept - 1].value * (1 + 16 * NEAREST)))
                points[kept++] = points[i];
            else if (kept > 0)
                points[kept - 1].mass += points[i].mass;
        size_t groups = make_stretches(points, kept, group, last, stretches), offset = zero > 0 ? 0 : 1;
        tilt(purpose, points, kept, group, stretches);
        if (b)
            smooth(stretches, groups);
        double wanted = set_distances(purpose, stretches, groups);
        made[0] = zero;
        *count = offset + place(purpose, stretches, groups, fmax(wanted / (MOST_NODES - 64), 1), first, last, made + offset);
        *nodes = made;
    } else {
        pld__free(made);
    }
    pld__free(points);
    pld__free(stretches);
    return status;
}
