#include "bound/gaussian_mu.h"

#include "base/base.h"
#include "base/normal.h"

#include <math.h>

/* Sums of two positive terms, each of which is rounded a few times. */
static const long double SLACK = 8 * PLD__U;

/* The lower end is looked for at about so many places. */
enum { LOOKS = 24 };

/* x a + D_high from above: the power that the line of a point allows. */
static long double line_power(const pld__support *point, long double rate) {
    return (expl(point->log_x) * rate + point->high) * (1 + SLACK);
}

/* mu with f_mu(rate) = 1 - power from above, for a power that is not too small; INFINITY if there is none. */
static double mu_above(double rate, long double power) {
    double fnr = (double)((1 - power) * (1 - SLACK));
    if (!(fnr > 0))
        return INFINITY;
    double up = pld__normal_quantile(rate).upper;
    double down = power < 0.5L ? pld__normal_quantile((double)(power * (1 + SLACK))).lower : -pld__normal_quantile(fnr).upper;
    return nextafter(up - down, INFINITY);
}

/* The same from below, for a power that is not too large. 1 - power is exact from 1/2 on. */
static double mu_below(double rate, double power) {
    double down = pld__normal_quantile(rate).lower;
    double up = power < 0.5 ? pld__normal_quantile(power).upper : -pld__normal_quantile(1 - power).lower;
    return power < 1 ? nextafter(down - up, -INFINITY) : -INFINITY;
}

/* --- from above ----------------------------------------------------------------------------------------------------- */

/* Where two lines meet, the first one steeper. Which lines are taken where needs no proof. */
static double meeting(const pld__support *steep, const pld__support *flat) {
    long double slope = expl(steep->log_x) - expl(flat->log_x);
    return slope > 0 ? (double)(((long double)flat->high - steep->high) / slope) : INFINITY;
}

/* The lines that are lowest somewhere, from the steepest to the flattest: which one (flat), and the rate from which on. Returns
 * how many. */
static size_t lowest_lines(const pld__support *points, size_t count, pld__mu_corner *lines) {
    size_t kept = 0;
    for (size_t i = count; i-- > 0;) {
        double from = 0;
        while (kept > 0) {
            from = meeting(&points[lines[kept - 1].flat], &points[i]);
            if (from > lines[kept - 1].rate)
                break;
            kept--;
            from = 0;
        }
        lines[kept++] = (pld__mu_corner){.rate = from, .flat = i};
    }
    return kept;
}

static double larger(double mu, double than) {
    return mu <= than ? than : mu; /* also where it is no number */
}

/* The corners from `least` to 1/2, or to where `least` is left: each asks for what both lines at it do. */
static double walk_above(const pld__support *points, size_t count, double least, pld__mu_corner *corners, size_t *corner_count) {
    pld__mu_corner *lines = corners + count + 2; /* behind all that is made */
    size_t line_count = lowest_lines(points, count, lines), made = 0;
    double upper = 0, rate = least;
    bool last = false;
    for (size_t i = 0; i < line_count && !last; i++) {
        const pld__support *line = &points[lines[i].flat];
        double end = i + 1 < line_count ? fmin(lines[i + 1].rate, 0.5) : 0.5;
        double enough = (double)((1 - (long double)least - line->high) / expl(line->log_x));
        if (!(end > rate))
            continue;
        last = end == 0.5 || enough < end;
        if (enough < end)
            end = fmax(enough, rate);
        long double power = line_power(line, end);
        if (enough <= end)
            power = fmaxl(power, (1 - (long double)least) * (1 + SLACK));
        double first = rate > 0 ? mu_above(rate, line_power(line, rate)) : line->high > 0 ? INFINITY : 0;
        if (made == 0)
            corners[made++] = (pld__mu_corner){rate, first, count, count};
        corners[made - 1].mu = larger(first, corners[made - 1].mu);
        corners[made - 1].flat = lines[i].flat;
        corners[made++] = (pld__mu_corner){end, mu_above(end, power), lines[i].flat, count};
        upper = larger(corners[made - 1].mu, larger(first, upper));
        rate = end;
    }
    *corner_count = made;
    return last ? upper : INFINITY;
}

/* --- from below ----------------------------------------------------------------------------------------------------- */

/* mu(a) at this rate, if that is of the set. */
static void look_below(const pld__support *points, size_t count, double least, double rate, pld__mu_bound *found) {
    if (!(rate > 0 && rate >= least))
        return;
    pld__power power = pld__bound_power(points, count, rate);
    if ((1 - power.upper) * (1 - 4 * PLD__U) < least)
        return;
    double mu = mu_below(rate, power.lower);
    if (mu > found->lower) {
        found->lower = mu;
        found->lower_at = rate;
    }
}

static void walk_below(const pld__support *points, size_t count, double least, const pld__mu_corner *corners, size_t corner_count,
                       pld__mu_bound *found) {
    size_t step = corner_count / LOOKS + 1, best = 0;
    for (size_t i = 0; i < corner_count; i++) {
        best = corners[i].mu > corners[best].mu ? i : best;
        if (i % step == 0)
            look_below(points, count, least, corners[i].rate, found);
    }
    if (corner_count > 0)
        look_below(points, count, least, corners[best].rate, found);
}

pld__mu_bound pld__bound_mu(const pld__support *points, size_t count, double least, pld__mu_corner *corners,
                            size_t *corner_count) {
    pld__mu_bound found = {.lower = -INFINITY, .lower_at = NAN};
    double simple = least > 0 ? nextafter(2 * pld__normal_quantile(least).upper, INFINITY) : INFINITY;
    found.upper = fmin(walk_above(points, count, least, corners, corner_count), simple);
    found.empty = least > 0 && 1 - pld__bound_power(points, count, least).lower < least * (1 - 4 * PLD__U);
    walk_below(points, count, least, corners, *corner_count, &found);
    return found;
}
