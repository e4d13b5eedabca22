/* Tests of the best of a random number of runs: random discrete pairs, ties and infinite losses included, by brute force. */
#include "bound/run_law.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

enum { OUTCOMES = 6 };

/* Outcomes in the order of some score, the worst first; `tied` with the one before. */
typedef struct {
    size_t count;
    long double p[OUTCOMES], q[OUTCOMES];
    bool tied[OUTCOMES];
} ordered_pair;

/* phi(z) as it is defined, for z not near to 1. */
static long double phi(const pld__run_law *law, long double z) {
    if (law->poisson)
        return expl(law->mean * (z - 1));
    long double w = 1 - (1 - (long double)law->gamma) * z;
    return law->eta == 0 ? logl(w) / logl(law->gamma) : (powl(w, -law->eta) - 1) / (powl(law->gamma, -law->eta) - 1);
}

static ordered_pair random_pair(dice *from) {
    ordered_pair pair = {.count = 2 + dice_below(from, OUTCOMES - 1)};
    long double p = 0, q = 0;
    for (size_t i = 0; i < pair.count; i++) {
        p += pair.p[i] = dice_chance(from, 0.06) ? 0 : dice_logarithmic(from, 1e-3, 1);
        q += pair.q[i] = dice_chance(from, 0.5) ? pair.p[i] * dice_uniform(from, 0.7, 1.4) : dice_logarithmic(from, 1e-3, 1);
        pair.tied[i] = i > 0 && dice_chance(from, 0.2);
    }
    for (size_t i = 0; i < pair.count; i++) {
        pair.p[i] = p > 0 ? pair.p[i] / p : 1.0L / (long double)pair.count;
        pair.q[i] = q > 0 ? pair.q[i] / q : 1.0L / (long double)pair.count;
    }
    return pair;
}

/* The law of the best: of tied outcomes each in proportion to its own mass. The last entry is K = 0. */
static void law_of_best(const pld__run_law *law, const ordered_pair *pair, const long double *mass, long double *best) {
    long double below = 0, done = phi(law, 0);
    best[pair->count] = done;
    for (size_t i = 0; i < pair->count;) {
        size_t end = i + 1;
        long double together = mass[i];
        for (; end < pair->count && pair->tied[end]; end++)
            together += mass[end];
        below += together;
        long double reached = phi(law, fminl(below, 1));
        for (; i < end; i++)
            best[i] = together > 0 ? (reached - done) * mass[i] / together : 0;
        done = reached;
    }
}

static long double delta_of(const long double *p, const long double *q, size_t count, long double x) {
    long double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += fmaxl(p[i] - x * q[i], 0);
    return sum;
}

/* 1 - phi(1 - d) at the c of the theorem: an upper bound of delta of the best at e^epsilon. */
static double bound_at(const pld__run_law *law, const ordered_pair *pair, double epsilon) {
    double shift, low = 0, high = 40;
    long double variation = delta_of(pair->p, pair->q, pair->count, 1);
    for (int i = 0; i < 200; i++) {
        double t = (low + high) / 2, delta = (double)delta_of(pair->q, pair->p, pair->count, expl(t)) * (1 + 1e-15);
        *(pld__run_law_allows(law, t, delta) ? &high : &low) = t;
    }
    shift = pld__run_law_shift(law, high, (double)variation * (1 + 1e-15));
    return (double)(1 - phi(law, 1 - delta_of(pair->p, pair->q, pair->count, expl(epsilon - shift))));
}

static pld__run_law random_law(dice *from) {
    static const double etas[] = {-0.9, -0.5, 0, 0.5, 1, 3, 10}, gammas[] = {0.5, 0.1, 0.01, 0.001};
    if (dice_chance(from, 0.2))
        return (pld__run_law){.poisson = true, .mean = dice_logarithmic(from, 0.5, 100)};
    return (pld__run_law){.eta = etas[dice_below(from, COUNT_OF(etas))], .gamma = gammas[dice_below(from, COUNT_OF(gammas))]};
}

static void test_upper(void) {
    dice from = dice_create(15701);
    double nearest = 1;
    for (size_t i = 0; i < suite_cases(5000); i++) {
        ordered_pair pair = random_pair(&from);
        pld__run_law law = random_law(&from);
        long double p[OUTCOMES + 1], q[OUTCOMES + 1];
        law_of_best(&law, &pair, pair.p, p);
        law_of_best(&law, &pair, pair.q, q);
        for (int e = 0; e < 5; e++) {
            double epsilon = dice_uniform(&from, law.poisson ? 0 : -2, 4), bound = bound_at(&law, &pair, epsilon);
            long double truth = delta_of(p, q, pair.count + 1, expl(epsilon));
            CHECK(truth <= bound + 1e-13L, "case %zu, eta %g, gamma %g, mean %g, epsilon %.17g: %.17Lg above %.17g", i, law.eta,
                  law.gamma, law.mean, epsilon, truth, bound);
            if (truth > 1e-3L)
                nearest = fmin(nearest, (double)(bound / truth) - 1);
        }
    }
    CHECK(nearest < 0.5, "never nearer than %g", nearest);
}

/* The share is where 1 - phi(1 - d) is delta, a little below it. */
static void test_share(void) {
    dice from = dice_create(15702);
    for (size_t i = 0; i < suite_cases(3000); i++) {
        pld__run_law law = random_law(&from);
        double delta = dice_logarithmic(&from, 1e-3, 0.5);
        long double share = expl(pld__run_law_log_share(&law, logl(delta))), spent = 1 - phi(&law, 1 - share);
        if (share >= 1)
            continue; /* a law with many zeros: even certain harm is rare enough */
        CHECK(spent <= delta * (1 + 1e-12L) && spent >= delta * (1 - 1e-9L), "eta %g gamma %g: %.17g becomes %.17Lg", law.eta,
              law.gamma, delta, spent);
        long double tiny = pld__run_law_log_share(&law, -2000), mean = logl(pld__run_law_mean(&law));
        CHECK(fabsl(tiny + 2000 + mean) < 1e-12L && tiny <= -2000 - mean, "tiny share %.20Lg", tiny);
    }
    CU_ASSERT_DOUBLE_EQUAL(pld__run_law_mean(&(pld__run_law){.eta = 1, .gamma = 0.1}), 10, 1e-14);
    CU_ASSERT_DOUBLE_EQUAL(pld__run_law_mean(&(pld__run_law){.eta = 0, .gamma = 0.02}), 12.5254887131312, 1e-12);
}

/* Outcomes ordered by their loss attain the lower bound: test between the best that are at or above a place. */
static void test_lower(void) {
    dice from = dice_create(15703);
    size_t shown = 0;
    for (size_t i = 0; i < suite_cases(3000); i++) {
        pld__run_law law = random_law(&from);
        ordered_pair pair = {.count = 2};
        long double t = dice_uniform(&from, 0.01, 0.99), a = t * dice_uniform(&from, 0.05, 1);
        bool reversed = dice_chance(&from, 0.5);
        /* The better outcome is that of the test; reversed, its level is that of P. */
        pair.p[1] = reversed ? a : t;
        pair.q[1] = reversed ? t : a;
        pair.p[0] = 1 - pair.p[1];
        pair.q[0] = 1 - pair.q[1];
        double delta = dice_logarithmic(&from, 1e-4, 0.2);
        double epsilon = pld__run_law_epsilon_lower(&law, (double)a, (double)t, delta, reversed);
        if (epsilon == -INFINITY || epsilon > 100)
            continue;
        shown++;
        long double p[OUTCOMES + 1], q[OUTCOMES + 1];
        law_of_best(&law, &pair, pair.p, p);
        law_of_best(&law, &pair, pair.q, q);
        /* Reversed, the event is that none of the runs is in the test. */
        long double with = reversed ? p[0] + p[2] : p[1], without = reversed ? q[0] + q[2] : q[1];
        long double reached = with - expl(epsilon) * without;
        CHECK(reached >= delta * (1 - 1e-9L) - 1e-15L && reached <= delta * (1 + 1e-9L) + 1e-12L * with,
              "eta %g gamma %g mean %g, %s: %.17Lg is not %.17g", law.eta, law.gamma, law.mean, reversed ? "reversed" : "plain",
              reached, delta);
    }
    CHECK(shown > suite_cases(3000) / 4, "only %zu were shown", shown);
}

/* Of two outcomes there are three orders. A score that draws random numbers costs more than any of them (T158). */
static void test_randomized(void) {
    static const double DELTA = 0.01, TABLE = 1.0852;
    const pld__run_law law = {.eta = 3, .gamma = 0.05};
    ordered_pair pair = {.count = 2, .p = {0.75L, 0.25L}, .q = {0.25L, 0.75L}};
    double randomized = 0;
    for (int order = 0; order < 3; order++) {
        long double p[OUTCOMES + 1], q[OUTCOMES + 1];
        pair.tied[1] = order == 2;
        law_of_best(&law, &pair, pair.p, p);
        law_of_best(&law, &pair, pair.q, q);
        bool most = order == 2;
        long double reached = delta_of(p, q, pair.count + 1, expl(TABLE)),
                    before = delta_of(p, q, pair.count + 1, expl(TABLE - 1e-4));
        CHECK(reached <= DELTA && (before > DELTA) == most, "order %d: delta %.10Lg", order, reached);
        for (size_t i = 0; i < pair.count; i++) { /* the other order */
            pair.p[i] = 1 - pair.p[i];
            pair.q[i] = 1 - pair.q[i];
        }
    }
    for (double share = 1e-3; share < 1; share *= 1.01)
        randomized = fmax(randomized, pld__run_law_epsilon_lower(&law, 0.25 * share, 0.75 * share, DELTA, true));
    CHECK(randomized > 2.267 && randomized < 2.268, "a randomized score costs %.10g", randomized);
}

/* Where 1 - delta or a level is small beside 1, nothing may be lost that the slack does not cover: closed forms of the geometric
 * law, phi(1 - u) = g (1 - u)/(g + (1 - g) u), and of the Poisson law. */
static void test_corners(void) {
    static const double gammas[] = {0.5, 1e-3, 1e-9}, rests[] = {0x1p-53, 0x1p-40, 0x1p-20},
                        levels[] = {1e-4, 1e-10, 7e-17, 1e-30};
    static const long double CLOSE = 1e-13L;
    for (size_t g = 0; g < COUNT_OF(gammas); g++) {
        const pld__run_law geometric = {.eta = 1, .gamma = gammas[g]}, poisson = {.poisson = true, .mean = 1 / gammas[g]};
        long double gamma = gammas[g];
        for (size_t i = 0; i < COUNT_OF(rests); i++) {
            long double rest = rests[i], log_delta = log1pl(-rest);
            long double share = logl((1 - rest) * gamma / (rest + (1 - rest) * gamma)), few = fminl(logl(-logl(rest) * gamma), 0);
            long double found = pld__run_law_log_share(&geometric, log_delta),
                        other = pld__run_law_log_share(&poisson, log_delta);
            CHECK(found <= share && found >= share - CLOSE, "gamma %Lg, 1 - delta %Lg: share off by %Lg", gamma, rest,
                  found - share);
            CHECK(other <= few && other >= few - CLOSE, "mean %g, 1 - delta %Lg: share off by %Lg", poisson.mean, rest,
                  other - few);
        }
        for (size_t i = 0; i < COUNT_OF(levels); i++) {
            long double a = levels[i], t = 2 * a, odds = (1 - gamma) / gamma;
            long double truth = log1pl(-a) - log1pl(-t) + log1pl(odds * t) - log1pl(odds * a), many = a * poisson.mean;
            double found = pld__run_law_epsilon_lower(&geometric, (double)a, (double)t, 0, true),
                   other = pld__run_law_epsilon_lower(&poisson, (double)a, (double)t, 0, true);
            CHECK(found <= truth && found >= truth - CLOSE * (1 + truth), "gamma %Lg, level %Lg: off by %Lg", gamma, a,
                  found - truth);
            CHECK(many > 1e4L || (other <= many && other >= many - CLOSE * (1 + many)), "mean %g, level %Lg: off by %Lg",
                  poisson.mean, a, other - many);
        }
    }
    const pld__run_law many = {.poisson = true, .mean = 1e9};
    CU_ASSERT(pld__run_law_epsilon_lower(&many, 1e-9, 0.5, 0, true) == -INFINITY); /* e^-5e8 is no number */
}

int main(void) {
    CU_TestInfo tests[] = {{"never below brute force", test_upper},
                           {"share of delta", test_share},
                           {"attained from below", test_lower},
                           {"scores that draw random numbers", test_randomized},
                           {"corners", test_corners},
                           CU_TEST_INFO_NULL};
    return suite_run("bound/run_law", tests);
}
