#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>

#define ROOT_HALF 0.70710678118654752440084436210485L
#define INVERSE_ROOT_TWO_PI 0.39894228040143267793994605993438L

/* Beyond this distance from every mean there is no mass worth a thought: e^-1250. */
static const long double REACH = 50;

static long double lowest_x(const oracle_pair *pair) {
    return fminl(pair->p.mean[0], pair->q.mean[0]) - REACH;
}

static long double highest_x(const oracle_pair *pair) {
    return fmaxl(pair->p.mean[pair->p.count - 1], pair->q.mean[pair->q.count - 1]) + REACH;
}

/* --- pairs ---------------------------------------------------------------------------------------------------------- */

static void add_component(oracle_mixture *mixture, long double weight, long double mean) {
    if (!(weight > 0)) {
        return;
    }
    size_t at = mixture->count++;
    mixture->weight[at] = weight;
    mixture->mean[at] = mean;
    mixture->constant[at] = logl(weight) - mean * mean / 2;
}

static void set_support(oracle_pair *pair) {
    const oracle_mixture *p = &pair->p, *q = &pair->q;
    size_t last_p = p->count - 1, last_q = q->count - 1;
    pair->infimum = p->mean[0] == q->mean[0] ? logl(p->weight[0] / q->weight[0]) : -INFINITY;
    pair->supremum = p->mean[last_p] == q->mean[last_q] ? logl(p->weight[last_p] / q->weight[last_q]) : INFINITY;
    pair->first_x = lowest_x(pair);
    pair->step_x = (highest_x(pair) - pair->first_x) / ORACLE_TABLE;
    for (int i = 0; i <= ORACLE_TABLE; i++) {
        long double slope;
        pair->loss[i] = oracle_loss(pair, pair->first_x + pair->step_x * i, &slope);
    }
}

oracle_pair oracle_gaussian(double sigma) {
    oracle_pair pair = {.p = {0}};
    add_component(&pair.p, 1, 1 / (long double)sigma);
    add_component(&pair.q, 1, 0);
    set_support(&pair);
    return pair;
}

static long double binomial(unsigned n, unsigned j, long double q) {
    long double value = powl(1 - q, (long double)(n - j));
    for (unsigned i = 0; i < j; i++) {
        value *= q * (long double)(n - i) / (long double)(i + 1);
    }
    return value;
}

oracle_pair oracle_poisson(double q, double sigma, unsigned removed, unsigned added) {
    oracle_pair pair = {.p = {0}};
    for (unsigned j = 0; j <= removed; j++) {
        add_component(&pair.p, binomial(removed, j, q), (long double)j / sigma);
    }
    for (unsigned j = added + 1; j-- > 0;) {
        add_component(&pair.q, binomial(added, j, q), j == 0 ? 0 : -(long double)j / sigma);
    }
    set_support(&pair);
    return pair;
}

oracle_pair oracle_hypergeometric(uint64_t population, uint64_t batch, unsigned k, double sigma, double shift) {
    oracle_pair pair = {.p = {0}};
    long double left = (long double)(population - batch), value = 1;
    for (unsigned i = 0; i < k; i++) {
        value *= (left - (long double)i) / ((long double)population - (long double)i);
    }
    for (unsigned j = 0; j <= k && j <= batch; j++) {
        add_component(&pair.p, value, (long double)j * shift / sigma);
        value *= (long double)(k - j) * ((long double)batch - (long double)j) /
                 (((long double)j + 1) * (left - (long double)k + (long double)j + 1));
    }
    add_component(&pair.q, 1, 0);
    set_support(&pair);
    return pair;
}

static oracle_mixture mirrored(const oracle_mixture *mixture) {
    oracle_mixture made = {0};
    for (size_t i = mixture->count; i-- > 0;) {
        add_component(&made, mixture->weight[i], mixture->mean[i] == 0 ? 0 : -mixture->mean[i]);
    }
    return made;
}

oracle_pair oracle_swapped(const oracle_pair *pair) {
    oracle_pair made = {.p = mirrored(&pair->q), .q = mirrored(&pair->p)};
    set_support(&made);
    return made;
}

/* --- one step ------------------------------------------------------------------------------------------------------- */

/* log of sum w_i e^(a_i x - a_i^2/2), and the mean of a under these terms. */
static long double log_sum(const oracle_mixture *mixture, long double x, long double *mean) {
    size_t top = 0;
    long double highest = -INFINITY, others = 0, first = 0;
    for (size_t i = 0; i < mixture->count; i++) {
        long double exponent = mixture->constant[i] + mixture->mean[i] * x;
        if (exponent > highest) {
            highest = exponent;
            top = i;
        }
    }
    for (size_t i = 0; i < mixture->count; i++) {
        if (i != top) {
            long double term = expl(mixture->constant[i] + mixture->mean[i] * x - highest);
            others += term;
            first += term * mixture->mean[i];
        }
    }
    *mean = (mixture->mean[top] + first) / (1 + others);
    return highest + log1pl(others);
}

long double oracle_loss(const oracle_pair *pair, long double x, long double *slope) {
    long double p_mean, q_mean, p = log_sum(&pair->p, x, &p_mean), q = log_sum(&pair->q, x, &q_mean);
    *slope = p_mean - q_mean;
    return p - q;
}

long double oracle_density(const oracle_mixture *mixture, long double x) {
    long double sum = 0;
    for (size_t i = 0; i < mixture->count; i++) {
        long double offset = x - mixture->mean[i];
        sum += mixture->weight[i] * expl(-offset * offset / 2);
    }
    return INVERSE_ROOT_TWO_PI * sum;
}

long double oracle_tail(const oracle_mixture *mixture, long double x) {
    long double sum = 0;
    for (size_t i = 0; i < mixture->count; i++) {
        sum += mixture->weight[i] * erfcl((x - mixture->mean[i]) * ROOT_HALF) / 2;
    }
    return sum;
}

/* x with loss(x) = target, or the nearer end. Delta is stationary in x*, so 1e-13 is plenty. The table gives a short stretch;
 * halving it, sped up by Newton's step whenever that stays inside. */
static long double position(const oracle_pair *pair, long double target) {
    int below = 0, above = ORACLE_TABLE;
    while (above - below > 1) {
        int middle = (below + above) / 2;
        if (pair->loss[middle] > target) {
            above = middle;
        } else {
            below = middle;
        }
    }
    long double low = pair->first_x + pair->step_x * below, high = pair->first_x + pair->step_x * above, x = (low + high) / 2;
    for (int iteration = 0; iteration < 200 && high - low > 1e-16L; iteration++) {
        long double slope, residual = oracle_loss(pair, x, &slope) - target;
        if (residual > 0) {
            high = x;
        } else {
            low = x;
        }
        long double next = x - residual / slope;
        bool inside = next > low && next < high;
        /* Newton squares the error of a short step. */
        if (inside && fabsl(next - x) < 1e-8L) {
            return next;
        }
        /* Every fourth step halves, so that a flat loss cannot make it crawl. */
        x = inside && iteration % 4 != 3 ? next : (low + high) / 2;
    }
    return x;
}

long double oracle_delta_single(const oracle_pair *pair, long double epsilon) {
    if (epsilon <= pair->infimum) {
        return -expm1l(epsilon);
    }
    if (epsilon >= pair->supremum) {
        return 0;
    }
    long double x = position(pair, epsilon);
    return fmaxl(oracle_tail(&pair->p, x) - expl(epsilon) * oracle_tail(&pair->q, x), 0);
}

/* --- several steps -------------------------------------------------------------------------------------------------- */

/* Gauss-Kronrod with 21 points (QUADPACK's qk21); the odd ones are the 10 Gauss points. */
static const long double NODE[11] = {0.0L,
                                     0.148874338981631210884826001L,
                                     0.2943928627014601981311266031L,
                                     0.4333953941292471907992659432L,
                                     0.5627571346686046833390000993L,
                                     0.6794095682990244062343273651L,
                                     0.7808177265864168970637175783L,
                                     0.8650633666889845107320966884L,
                                     0.9301574913557082260012071800L,
                                     0.9739065285171717200779640121L,
                                     0.9956571630258080807355272807L};
static const long double KRONROD[11] = {
    0.1494455540029169056649364684L, 0.1477391049013384913748415160L, 0.1427759385770600807970942731L,
    0.1347092173114733259280540018L, 0.1234919762620658510779581098L, 0.1093871588022976418992105903L,
    0.0931254545836976055350654651L, 0.0750396748109199527670431409L, 0.0547558965743519960313813002L,
    0.0325581623079647274788189725L, 0.0116946388673718742780643961L};
static const long double GAUSS[5] = {0.2955242247147528701738929947L, 0.2692667193099963550912269216L,
                                     0.2190863625159820439955349342L, 0.1494513491505805931457763397L,
                                     0.0666713443086881375935688099L};

typedef struct {
    const oracle_pair *const *pairs; /* the first is integrated over, the others are inside delta */
    size_t count;
    long double epsilon, accuracy;
} integrand;

static long double evaluate(const integrand *what, long double x) {
    const oracle_pair *first = what->pairs[0];
    long double slope, density = oracle_density(&first->p, x);
    if (density < 1e-4900L) {
        return 0;
    }
    long double rest = what->epsilon - oracle_loss(first, x, &slope);
    return density * oracle_delta(what->pairs + 1, what->count - 1, rest, what->accuracy / density / 100);
}

typedef struct {
    long double low, high, value, error;
} panel;

static panel panel_of(const integrand *what, long double low, long double high) {
    long double radius = (high - low) / 2, centre = low + radius;
    long double values[21], kronrod = 0, gauss = 0;
    for (int i = -10; i <= 10; i++) {
        int at = i < 0 ? -i : i;
        values[i + 10] = evaluate(what, i < 0 ? centre - radius * NODE[at] : centre + radius * NODE[at]);
        kronrod += KRONROD[at] * values[i + 10];
        gauss += at % 2 == 1 ? GAUSS[at / 2] * values[i + 10] : 0;
    }
    /* QUADPACK's error estimate. */
    long double mean = kronrod / 2, spread = 0, difference = fabsl(kronrod - gauss);
    for (int i = -10; i <= 10; i++) {
        spread += KRONROD[i < 0 ? -i : i] * fabsl(values[i + 10] - mean);
    }
    if (spread > 0) {
        difference = fminl(difference, spread * fminl(1, powl(200 * difference / spread, 1.5L)));
    }
    return (panel){low, high, radius * kronrod, radius * difference};
}

enum { MOST_PANELS = 300 };

/* Equal panels of at most 3 between low and high, behind the `count` there are. */
static size_t cut_panels(const integrand *what, long double low, long double high, panel *panels, size_t count) {
    size_t more = (size_t)((high - low) / 3) + 1;
    more = more > MOST_PANELS / 4 ? MOST_PANELS / 4 : more;
    long double step = (high - low) / (long double)more;
    for (size_t i = 0; i < more; i++) {
        panels[count++] = panel_of(what, low + step * (long double)i, i + 1 == more ? high : low + step * (long double)(i + 1));
    }
    return count;
}

/* Always halves the worst panel, until the sum is good enough. Starts with a cut at `centre`, where delta of the rest falls most
 * steeply. */
static long double integrate(const integrand *what, long double low, long double centre, long double high, long double beside) {
    panel panels[MOST_PANELS];
    size_t count = 0;
    if (centre > low && centre < high) {
        count = cut_panels(what, low, centre, panels, count);
        low = centre;
    }
    count = cut_panels(what, low, high, panels, count);
    for (;;) {
        long double sum = 0, error = 0;
        size_t worst = 0;
        for (size_t i = 0; i < count; i++) {
            sum += panels[i].value;
            error += panels[i].error;
            worst = panels[i].error > panels[worst].error ? i : worst;
        }
        if (error <= fmaxl(1e-10L * (sum + beside), what->accuracy) || count == MOST_PANELS) {
            return sum;
        }
        panel cut = panels[worst];
        long double middle = (cut.low + cut.high) / 2;
        panels[worst] = panel_of(what, cut.low, middle);
        panels[count++] = panel_of(what, middle, cut.high);
    }
}

long double oracle_delta(const oracle_pair *const *pairs, size_t count, long double epsilon, long double accuracy) {
    const oracle_pair *first = pairs[0];
    if (count == 1) {
        return oracle_delta_single(first, epsilon);
    }
    long double infimum = 0, supremum = 0;
    for (size_t i = 1; i < count; i++) {
        infimum += pairs[i]->infimum;
        supremum += pairs[i]->supremum;
    }
    if (epsilon <= infimum + first->infimum) {
        return -expm1l(epsilon);
    }
    if (epsilon >= supremum + first->supremum) {
        return 0;
    }
    /* Where the mass of P is; what is outside is below 1e-43. */
    long double margin = 14, low = first->p.mean[0] - margin, high = first->p.mean[first->p.count - 1] + margin, closed = 0;
    if (isfinite(infimum)) {
        long double edge = position(first, epsilon - infimum);
        closed = oracle_tail(&first->p, edge) - expl(epsilon) * oracle_tail(&first->q, edge);
        high = fminl(high, edge);
    }
    if (isfinite(supremum) && epsilon - supremum > first->infimum) {
        low = fmaxl(low, position(first, epsilon - supremum));
    }
    integrand what = {pairs, count, epsilon, accuracy};
    return closed + (low < high ? integrate(&what, low, position(first, epsilon), high, closed) : 0);
}

/* --- the plain Gaussian --------------------------------------------------------------------------------------------- */

/* Mills' ratio Pr[Z > t] / phi(t): Laplace's continued fraction from 8 on, where 200 levels are exact to rounding. */
static long double mills(long double t) {
    if (t < 8) {
        return erfcl(t * ROOT_HALF) / 2 * expl(t * t / 2) / INVERSE_ROOT_TWO_PI;
    }
    long double below = t;
    for (int level = 200; level > 0; level--) {
        below = t + (long double)level / below;
    }
    return 1 / below;
}

long double oracle_gaussian_log_delta(long double mu, long double epsilon) {
    long double t = epsilon / mu - mu / 2;
    if (t < 3) {
        long double far = t + mu; /* e^epsilon phi(t + mu) = phi(t) */
        long double second =
            far < 8 ? expl(epsilon) * erfcl(far * ROOT_HALF) / 2 : INVERSE_ROOT_TWO_PI * expl(-t * t / 2) * mills(far);
        return logl(erfcl(t * ROOT_HALF) / 2 - second);
    }
    return -t * t / 2 + logl(INVERSE_ROOT_TWO_PI * (mills(t) - mills(t + mu)));
}

long double oracle_solve(long double (*function)(long double epsilon, const void *context), const void *context,
                         long double target) {
    if (function(0, context) <= target) {
        return 0;
    }
    long double low = 0, high = 1;
    while (function(high, context) > target) {
        low = high;
        high *= 2;
    }
    for (int iteration = 0; iteration < 100 && high - low > 1e-17L * high; iteration++) {
        long double middle = (low + high) / 2;
        if (function(middle, context) > target) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (low + high) / 2;
}
