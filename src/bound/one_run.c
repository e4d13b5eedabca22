#include "bound/one_run.h"

#include "base/base.h"
#include "base/root.h"

#include <math.h>

/* For a few roundings of positive terms in long double. */
static const long double DOWN = 1 - 16 * 0x1p-64L;

/* Levels below this are not looked for. */
static const double SMALLEST = 1e-300;

/* So many lines that are no better end the search for the best. */
enum { PATIENCE = 4 };

/* (y - D_high)/x from below: the difference rounds by a unit of its terms. */
static long double line_level(const pld__support *point, long double y) {
    long double lost = 4 * 0x1p-64L * (y + point->high);
    return (y - point->high - lost) / expl(point->log_x);
}

/* g(y) from below by the line that is best there. Lines that are best follow each other as y grows, from steep to flat; *from is
 * where the last one was found. Any line gives a valid bound, so that which one is taken needs no proof. */
static long double level_lower(const pld__support *points, size_t *from, long double y) {
    size_t best = *from;
    long double level = line_level(&points[best], y);
    for (size_t i = best, tries = 0; i-- > 0 && tries < PATIENCE; tries++) {
        long double there = line_level(&points[i], y);
        if (there > level) {
            level = there;
            best = i;
            tries = 0;
        }
    }
    *from = best;
    return level > 0 ? level * DOWN : 0;
}

bool pld__one_run_excludes(const pld__one_run *run, const pld__support *points, size_t count, double tau) {
    long double m = run->canaries, r = run->guesses, v = run->correct;
    if (!(tau > 0) || count == 0)
        return false;
    long double wrong = tau * (r - v) / m * DOWN, right = v < r ? wrong * (v / (r - v)) * DOWN : tau * v / m * DOWN;
    size_t from = count - 1;
    for (long double i = v - 1; i >= 0; i--) {
        if (right * DOWN > r / m)
            return true;
        long double need = level_lower(points, &from, right);
        if (need > wrong) {
            right = (right + i / (r - i) * (need - wrong) * DOWN) * DOWN;
            wrong = need;
        }
    }
    return (right + wrong) * DOWN > r / m * (1 + 4 * 0x1p-64L);
}

typedef struct {
    const pld__one_run *run;
    const pld__support *points;
    size_t count;
    bool (*wanted)(void *);
    void *context;
} question;

/* Is e^x still possible? */
static bool is_possible(const void *context, double x) {
    const question *of = context;
    return (of->wanted && !of->wanted(of->context)) || !pld__one_run_excludes(of->run, of->points, of->count, exp(x));
}

double pld__one_run_p_value(const pld__one_run *run, const pld__support *points, size_t count, bool (*wanted)(void *),
                            void *context) {
    const question of = {run, points, count, wanted, context};
    double low = log(SMALLEST), high = 0;
    if (is_possible(&of, high))
        return 1;
    if (!is_possible(&of, low))
        return SMALLEST;
    pld__halve(is_possible, &of, 1e-9, &low, &high);
    return exp(high);
}
