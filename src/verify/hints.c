#include "verify/hints.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double FREQUENCIES_MOST = 2e5;

double pld__hint_log_size(pld__aim *aims, size_t count, double tilt, double epsilon) {
    double sum = -tilt * epsilon;
    for (size_t i = 0; i < count; i++)
        sum += aims[i].count * pld__aim_log_moment(&aims[i], tilt);
    return sum;
}

/* What the integrand of the contour is at its least, at the saddle. */
static double height_at(pld__aim *aims, size_t count, double tilt, double epsilon) {
    return pld__hint_log_size(aims, count, tilt, epsilon) - log(tilt) - log1p(tilt);
}

/* The tilt where that is least: it is convex. */
double pld__hint_saddle(pld__aim *aims, size_t count, double epsilon) {
    double left = 0.5, middle = 1, right = 2;
    double at_left = height_at(aims, count, left, epsilon), at_middle = height_at(aims, count, middle, epsilon),
           at_right = height_at(aims, count, right, epsilon);
    while (at_left <= at_middle && left > 1e-9) {
        right = middle, middle = left, left /= 2;
        at_right = at_middle, at_middle = at_left, at_left = height_at(aims, count, left, epsilon);
    }
    while (at_right <= at_middle && right < 1e9) {
        left = middle, middle = right, right *= 2;
        at_left = at_middle, at_middle = at_right, at_right = height_at(aims, count, right, epsilon);
    }
    for (int round = 0; round < 18; round++) {
        bool low = middle - left > right - middle;
        double tried = low ? sqrt(left * middle) : sqrt(middle * right), value = height_at(aims, count, tried, epsilon);
        if (value < at_middle) {
            if (low)
                right = middle;
            else
                left = middle;
            middle = tried, at_middle = value;
        } else if (low)
            left = tried;
        else
            right = tried;
    }
    return middle;
}

/* The shortest period with aliases below e^log_allowed, and the order that shows it. */
static double find_period(pld__aim *aims, size_t count, double tilt, double epsilon, double log_allowed, double *order) {
    static const double factors[] = {1.02, 1.05, 1.1, 1.2, 1.35, 1.6, 2, 3, 5, 10};
    double best = INFINITY;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
        double tried = tilt * factors[i], size = pld__hint_log_size(aims, count, tried, epsilon);
        double period = (size - log_allowed + 1) / (tried - tilt);
        if (period < best) {
            best = period;
            *order = tried;
        }
        if (size - log_allowed > 1e5)
            break;
    }
    return fmax(best, (1 - log_allowed) / tilt);
}

/* log of what is dropped from the frequency t on. */
static double log_dropped(pld__aim *aims, size_t count, double tilt, double epsilon, double t) {
    double sum = -tilt * epsilon - log(PI * t), height;
    for (size_t i = 0; i < count; i++)
        sum += aims[i].count * pld__aim_log_decay(&aims[i], t, &height);
    return sum;
}

/* The first frequency from which on nothing matters. */
static double find_end(pld__aim *aims, size_t count, double tilt, double epsilon, double log_allowed, double first, double most) {
    double high = 2 * first;
    for (size_t i = 0; i < count; i++)
        if (!pld__aim_prepare(&aims[i], tilt))
            return INFINITY;
    while (log_dropped(aims, count, tilt, epsilon, high) > log_allowed) {
        high *= 2;
        if (high > most)
            return INFINITY;
    }
    for (double low = high / 2; high - low > 0.02 * high;) {
        double t = (low + high) / 2;
        if (log_dropped(aims, count, tilt, epsilon, t) > log_allowed)
            low = t;
        else
            high = t;
    }
    return high;
}

static double bits_for(double lost, double frequencies) {
    return fmax(128, 64 * ceil((lost / log(2) + 1.5 * log2(frequencies + 2) + 20) / 64));
}

bool pld__hint_find_period(pld__aim *aims, size_t count, double epsilon, double log_target, double log_accuracy,
                           pld__hint *hint) {
    double tilt = pld__hint_saddle(aims, count, epsilon), order = 0, steps = 0;
    double reference = isfinite(log_target) ? log_target : height_at(aims, count, tilt, epsilon) - 10;
    double log_allowed = reference + log_accuracy, period = find_period(aims, count, tilt, epsilon, log_allowed, &order);
    for (size_t i = 0; i < count; i++)
        steps += aims[i].count;
    double lost = fmax(0, pld__hint_log_size(aims, count, tilt, epsilon) - log_allowed) + log(steps);
    *hint = (pld__hint){tilt, period, order, 1, (uint64_t)fmin(bits_for(lost, 1e6), 1e4)};
    return isfinite(period) && period > 0;
}

bool pld__hint_find(pld__aim *aims, size_t count, double epsilon, double log_target, double log_accuracy, pld__hint *hint) {
    static const double fractions[] = {1, 0.7, 0.45, 0.25};
    double saddle = pld__hint_saddle(aims, count, epsilon), best = INFINITY;
    double reference = isfinite(log_target) ? log_target : height_at(aims, count, saddle, epsilon) - 10, steps = 0;
    for (size_t i = 0; i < count; i++)
        steps += aims[i].count;
    *hint = (pld__hint){.tilt = 0};
    for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++) {
        double tilt = saddle * fractions[i], order = 0, log_allowed = reference + log_accuracy;
        double period = find_period(aims, count, tilt, epsilon, log_allowed, &order);
        if (!(period < 1e12))
            continue;
        double end = find_end(aims, count, tilt, epsilon, log_allowed, 2 * PI / period, 2 * PI * FREQUENCIES_MOST / period);
        double frequencies = ceil(period * end / (2 * PI)) + 1;
        double lost = fmax(0, pld__hint_log_size(aims, count, tilt, epsilon) - log_allowed) + log(steps);
        double bits = bits_for(lost, frequencies);
        if (frequencies < FREQUENCIES_MOST && frequencies * bits < best * 0.85) {
            best = frequencies * bits;
            *hint = (pld__hint){tilt, period, order, (uint64_t)frequencies, (uint64_t)bits};
        }
    }
    return hint->tilt > 0;
}

/* --- grids ---------------------------------------------------------------------------------------------------------- */

/* What is in the exponent of the error at a height, beside 2 pi height/step. */
static double exponent(const pld__aim *aim, double tilt, double growth, double height) {
    return height * height / 2 - tilt * log(cos(fmin(height * aim->q_spread, 3.1415) / 2)) + growth * height;
}

/* The height that allows the largest step for an error of e^log_error. */
static double widest_step(const pld__aim *aim, double tilt, double growth, double log_error, double *height) {
    double best = 0;
    for (int i = 1; i < 60; i++) {
        double tried = aim->cone * 0.985 * i / 59, step = 2 * PI * tried / (exponent(aim, tilt, growth, tried) - log_error);
        if (step > best) {
            best = step;
            *height = tried;
        }
    }
    return best;
}

static double best_height(const pld__aim *aim, double tilt, double growth, double step) {
    double best = INFINITY, height = aim->cone / 2;
    for (int i = 1; i < 60; i++) {
        double tried = aim->cone * 0.985 * i / 59, value = exponent(aim, tilt, growth, tried) - 2 * PI * tried / step;
        if (value < best) {
            best = value;
            height = tried;
        }
    }
    return height;
}

/* The first x outward from the middle beyond which nodes add less than e^log_allowed. */
static double find_edge(const pld__aim *aim, double tilt, double step, double log_allowed, bool right) {
    double x = right ? fmax(0, aim->p_least) : fmin(0, aim->p_most), stride = 0.25;
    for (long i = 0; i < 200000; i++, x += right ? stride : -stride) {
        double q_mean = 0, value = pld__aim_log_density(aim, tilt, x, &q_mean);
        double slope = right ? x - (1 + tilt) * aim->p_most + tilt * q_mean : (1 + tilt) * aim->p_least - tilt * q_mean - x;
        if (slope > 0 && value + log(step) - log(expm1(fmin(step * slope, 600))) <= log_allowed)
            return x;
    }
    return NAN;
}

/* Heights at and around the line of the decay: below a quarter of the cone the angle grows with the height, above it only the
 * line's own height is left on either side. */
static double room_around(const pld__aim *aim, double height) {
    double cone = aim->spread > 0 ? PI / aim->spread : 32;
    return height < cone / 4.2 ? fmin(cone / 2 * 0.999 - height, 16) : fmin(height, cone * 0.99 - height);
}

bool pld__grid_find(pld__aim *aim, const pld__hint *hint, double log_error, pld__verify_grid *grid) {
    double t = 2 * PI * (double)hint->frequencies / hint->period, rough = -log(1e4 * aim->count + 1e4),
           end_height = aim->cone / 2;
    if (!pld__aim_prepare(aim, hint->tilt))
        return false;
    (void)pld__aim_log_decay(aim, t, &end_height);
    grid->height = end_height;
    grid->room = room_around(aim, end_height);
    double both = exponent(aim, hint->tilt / 2, 0, grid->height + grid->room) +
                  exponent(aim, hint->tilt / 2, 0, fabs(grid->height - grid->room));
    double decay_step = 2 * PI * grid->room / (both - rough), height = 0;
    double order_step = widest_step(aim, hint->order, 0, rough, &height);
    double step = widest_step(aim, hint->tilt, t * fmax(aim->high, 0), log_error, &height);
    step = fmin(step, fmin(decay_step, order_step));
    if (!(step > 0) || !isfinite(step))
        return false;
    int power = 0;
    double fraction = frexp(step, &power);
    step = ldexp(floor(ldexp(fraction, 10)), power - 10); /* few bits, so that nodes are exact */
    grid->step = step;
    grid->rising = best_height(aim, hint->tilt, t * fmax(aim->high, 0), step);
    grid->falling = best_height(aim, hint->tilt, -t * aim->low, step);
    grid->order_height = best_height(aim, hint->order, 0, step);
    double log_allowed = pld__aim_log_moment(aim, hint->tilt) + log_error,
           order_allowed = pld__aim_log_moment(aim, hint->order) + rough;
    double left = find_edge(aim, hint->tilt, step, log_allowed, false),
           right = find_edge(aim, hint->tilt, step, log_allowed, true);
    double order_left = find_edge(aim, hint->order, step, order_allowed, false);
    double order_right = find_edge(aim, hint->order, step, order_allowed, true);
    if (!isfinite(left + right + order_left + order_right) || !((right - left) / step < 1e6))
        return false;
    grid->first = (slong)floor(fmin(left, order_left) / step);
    grid->last = (slong)ceil(fmax(right, order_right) / step);
    return true;
}
