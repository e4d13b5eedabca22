#include "bound/blend.h"

#include <math.h>

/* A few operations and functions, each good to a few units of 2^-64, of numbers whose exponents are at most some thousand. */
static const long double SLACK = 1 + 1e-12L;

static bool is_disc(long double centre, long double reach, long double theta) {
    return centre > 0 && centre < 1e3L && reach > 0 && reach < 1 && theta > 0;
}

/* log A (T116). */
static long double log_spread(long double centre, long double reach) {
    return -log1pl(-reach * reach) / 4 + centre * reach * reach / 4;
}

long double pld__bound_blend_moment(long double centre, long double reach, long double theta, long double t, long double excess) {
    if (!is_disc(centre, reach, theta) || !(t >= 0) || !(excess >= 0 && excess < INFINITY))
        return INFINITY;
    long double along = hypotl(1, t / theta) * hypotl(1, t / (theta + 1));
    return expl(log_spread(centre, reach)) * along * excess * SLACK;
}

long double pld__bound_blend_decay(long double centre, long double reach, long double theta, long double turn, bool remove,
                                   long double excess) {
    if (!is_disc(centre, reach, theta) || !(turn >= 0 && turn < 3.14L) || !(excess >= 0 && excess < INFINITY))
        return INFINITY;
    long double lift = turn * turn / (2 * centre * (1 - reach)), cosine = remove ? 0 : -theta * logl(cosl(turn / 2));
    return expl((log_spread(centre, reach) + lift + cosine) * SLACK) * (1 + excess) * SLACK;
}

long double pld__bound_blend_log(long double away) {
    return away < 1 ? -log1pl(-away) * SLACK : INFINITY;
}

long double pld__bound_blend_rest(long double centre, long double half_width, long double reach, unsigned nodes) {
    long double ratio = reach * centre / half_width * (1 - 1e-15L); /* (T117) */
    if (!(ratio > 1 && nodes >= 1))
        return INFINITY;
    long double rho = (ratio + sqrtl((ratio - 1) * (ratio + 1))) * (1 - 1e-15L);
    return rho > 1 ? 4 * expl(-(long double)nodes * logl(rho)) / (1 - 1 / rho) * SLACK : INFINITY;
}
