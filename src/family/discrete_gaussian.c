/* discrete-gaussian: whole numbers with probability proportional to e^(-x^2/(2 sigma^2)) (Canonne, Kamath and Steinke 2020),
 * around 0 and around the sensitivity D. Losses are equally spaced by D/sigma^2. */
#include "base/base.h"
#include "family/check.h"
#include "family/discrete_gaussian.h"
#include "family/family.h"
#include "pair/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Deviations listed on either side: masses down to e^-11000, or fewer where that would be many outcomes, but never above e^-800.
 */
static const double REACH = 148, LEAST_REACH = 40, MANY = 20000;

/* No mass below this is listed: it would soon have no digits, or be 0 on one side alone. */
static const long double SMALLEST = 1e-4900L;

static size_t reach_of(double sigma) {
    return (size_t)ceil(fmax(fmin(REACH * sigma, MANY), LEAST_REACH * sigma)) + 1;
}

/* Unnormalised. */
static long double mass_at(size_t x, double sigma) {
    return expl(-((long double)x / sigma) * ((long double)x / sigma) / 2);
}

/* Outcomes of both, without sampling. *skipped is the mass, P's or Q's, of those whose masses are too small to list. */
static pld_status list_outcomes(double sigma, size_t shift, pld__outcome **list, size_t *listed, long double *skipped) {
    size_t reach = reach_of(sigma), count = 2 * reach + 1 + shift;
    pld__outcome *outcomes = pld__sparse_affordable(count) ? pld__allocate(count, sizeof *outcomes) : NULL;
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    /* Outcome i is the number i - reach. Where one side ends before the other, its mass there is computed all the same. Each mass
     * is computed once: it depends on the distance from the centre alone, up to reach + shift, and Q has those of all distances
     * above its centre. */
    for (size_t x = 0; x <= reach + shift; x++)
        outcomes[reach + x].q = mass_at(x, sigma);
    long double total = 0;
    for (size_t x = reach; x > 0; x--)
        total += 2 * outcomes[reach + x].q;
    total += 1;
    for (size_t x = 0; x <= reach + shift; x++)
        outcomes[reach + x].q /= total;
    for (size_t x = 1; x <= reach; x++)
        outcomes[reach - x].q = outcomes[reach + x].q;
    for (size_t i = 0; i < count; i++) {
        long double x = (long double)i - (long double)reach, y = x - (long double)shift;
        size_t distance = i < reach + shift ? reach + shift - i : i - reach - shift;
        outcomes[i].p = outcomes[reach + distance].q;
        /* The difference of the squares is D (x + y), a whole number below 2^63. */
        outcomes[i].loss = (long double)shift * (x + y) / sigma / sigma / 2;
    }
    /* Losses go on for ever, so something is always left out. */
    size_t kept = 0;
    *skipped = SMALLEST;
    for (size_t i = 0; i < count; i++)
        if (outcomes[i].p > SMALLEST && outcomes[i].q > SMALLEST)
            outcomes[kept++] = outcomes[i];
        else
            *skipped += fmaxl(outcomes[i].p, outcomes[i].q) + SMALLEST;
    *list = outcomes;
    *listed = kept;
    return PLD_OK;
}

/* What lies beyond: a geometric series from the first one left out, over a total of at least 1; the total of the list lacks as
 * much, relatively. */
static long double mass_beyond(double sigma) {
    size_t reach = reach_of(sigma);
    return 2 * mass_at(reach, sigma) / -expm1l(-(long double)reach / sigma / sigma);
}

/* How good the masses are. */
static double accuracy_of(double sigma, size_t shift) {
    long double exponent = REACH * REACH, count = 2 * (long double)reach_of(sigma) + 1 + (long double)shift;
    return (double)(2e-19L * (exponent + count) + mass_beyond(sigma));
}

static pld_status list_later(const pld__traits *numbers, pld__outcome **outcomes, size_t *count) {
    long double skipped;
    double kappa = 0;
    pld_status status = list_outcomes(numbers->scale, (size_t)numbers->whole_sensitivity, outcomes, count, &skipped);
    if (status == PLD_OK)
        pld__outcomes_sample(*outcomes, *count, numbers->sampling_rate, &kappa);
    return status;
}

/* Outcomes are listed when they are needed. One that is not listed for being small is further from one of the centres than where
 * masses are SMALLEST, and no nearer to the other one than that less D. Sampled masses are between the two plain ones, sampled
 * losses between 0 and the plain ones, of which they move by no more than these do; what gathering calls the same is less than
 * 2^-56 of them. */
static pld_status create_later(const pld__traits *numbers, const char *resolved, pld_mechanism **mechanism) {
    double sigma = numbers->scale, rate = numbers->sampling_rate;
    size_t shift = (size_t)numbers->whole_sensitivity, count = 2 * reach_of(sigma) + 1 + shift;
    double nearest = floor(sigma * sqrt(-2 * (double)logl(SMALLEST)) * (1 - 1e-3)) - (double)shift - 1;
    long double skipped = ((long double)count + 1) * (mass_at((size_t)fmax(nearest, 0), sigma) + 2 * SMALLEST);
    /* The losses' own rounding, and without sampling that of a spacing that is a double (T38). */
    double largest = (double)shift * (2 * (double)reach_of(sigma) + (double)shift) / sigma / sigma / 2;
    double rho = accuracy_of(sigma, shift) + (double)(count + 16) * 0x1p-63,
           kappa = (rate == 1 ? 2.5 * PLD__U : 0x1p-55) * largest;
    pld_status status = pld__sparse_mechanism_later(list_later, numbers, rho, kappa, 2 * mass_beyond(sigma) + skipped, resolved,
                                                    rate < 1 ? PLD__NOTE_POISSON : NULL, mechanism);
    if (status == PLD_OK && rate < 1) /* also where nothing is listed: q/((1 - rate) q + rate p) is at most 1/(1 - rate) */
        (*mechanism)->loss_infimum = log1p(-rate);
    return status;
}

/* A record that is never drawn. */
static pld_status create_trivial(const pld__traits *numbers, const char *resolved, pld_mechanism **mechanism) {
    double sigma = numbers->scale, kappa = 0;
    size_t shift = (size_t)numbers->whole_sensitivity, count;
    long double skipped;
    pld__outcome *outcomes;
    pld_status status = list_outcomes(sigma, shift, &outcomes, &count, &skipped);
    if (status != PLD_OK)
        return status;
    pld__outcomes_sample(outcomes, count, 0, &kappa);
    status = pld__sparse_mechanism_of(count, outcomes, accuracy_of(sigma, shift), kappa, 0, resolved, NULL, mechanism);
    pld__free(outcomes);
    return status;
}

pld_status pld_mechanism_create_discrete_gaussian(double sigma, uint64_t sensitivity, double rate, pld_mechanism **mechanism,
                                                  pld_error *error) {
    pld_status status = pld__check_range("sigma", sigma, 0.05, 20000, error);
    if (status == PLD_OK)
        status = pld__check_range("sensitivity", (double)sensitivity, 1, 10000, error);
    if (status == PLD_OK && !((double)sensitivity <= 100 * sigma))
        status = pld__check_range("sensitivity", (double)sensitivity, 1, 100 * sigma, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    char resolved[192], sampled[64];
    pld__sampled_prefix(rate, "discrete-gaussian", sampled);
    snprintf(resolved, sizeof resolved, "%ssigma=%s,sensitivity=%" PRIu64, sampled, pld__number_format(sigma).text, sensitivity);
    double ratio = (double)sensitivity / sigma;
    const pld__traits traits = {.family = &pld__family_discrete_gaussian,
                                .kind = PLD__KIND_DISCRETE_GAUSSIAN,
                                .scale = sigma,
                                .noise = sigma / (double)sensitivity,
                                .sampling_rate = rate,
                                .whole_sensitivity = sensitivity,
                                .zcdp = rate == 1 ? ratio * ratio / 2 : 0};
    status = rate > 0 ? create_later(&traits, resolved, mechanism) : create_trivial(&traits, resolved, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = traits;
    return status;
}

/* Claim: for t > 0 the outcomes that are not listed add at most e^(this) to E_P e^(t L).
 *   Without sampling p e^(t L) at x is e^(t (t + 1) D^2/(2 sigma^2)) times a mass around D (1 + t), unnormalised at most e^(-(x -
 * D (1 + t))^2/(2 sigma^2)). The first x left out above is reach + D + 1, at a distance m = reach + 1 - t D; below it is further
 * away. Each side is at most a geometric series of ratio e^(-m/sigma^2), if m > 0. What is skipped for being small lies beyond
 * `reach` less D, so m is taken from there. Sampled: q ((1 - r) + r e^L)^(1 + t) <= (1 - r) q + r q e^((1 + t) L), convexity; in
 * the other direction the loss is at most -log(1 - r). */
double pld__discrete_gaussian_log_beyond(const pld_mechanism *mechanism, pld_direction direction, double t) {
    const pld__traits *traits = &mechanism->traits;
    double sigma = traits->scale, shift = (double)traits->whole_sensitivity, rate = traits->sampling_rate;
    double log_dropped = (double)logl(mechanism->dropped);
    if (direction == PLD_ADD && rate < 1)
        return log_dropped - t * log1p(-rate) * (1 + 1e-15);
    double furthest = fmin((double)reach_of(sigma), sigma * sqrt(-2 * (double)logl(SMALLEST)) - sigma) - shift;
    double distance = furthest - t * shift;
    if (!(distance > 0))
        return INFINITY;
    double away = distance / sigma, moved = shift / sigma;
    double plain = (t * (t + 1) * moved * moved - away * away) / 2 - log(-expm1(-away / sigma)) + log(2);
    double larger = fmax(plain, log_dropped);
    return larger + log(2) + 1e-12 * (1 + fabs(larger));
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_SIGMA, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_SIGMA] = {.name = "sigma",
                   .kind = PLD__KEY_NUMBER,
                   .meaning = "parameter of the noise, 0.05 to 20000",
                   .range = &pld__range_sigma,
                   .not_monotone = "discrete Gaussian noise of a larger sigma may spend more"},
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_ONE,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_discrete_gaussian(given->values[KEY_SIGMA].number, given->values[KEY_SENSITIVITY].whole,
                                                  given->rate, mechanism, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_noise(words, &(pld__noise_words){"discrete Gaussian", "sigma", "one whole number", ""}, mechanism, count);
    pld__words_say(words, " (a vector with that Euclidean sensitivity is not covered)");
    pld__words_sampled(words, &mechanism->traits);
}

const pld__family pld__family_discrete_gaussian = {
    .name = "discrete-gaussian",
    .meaning = "N_Z(sensitivity, sigma^2) versus N_Z(0, sigma^2), whole numbers with mass proportional to e^(-x^2/(2 sigma^2))",
    .remark =
        "Exact for one whole number: the worst case in both directions. A vector is not covered by its Euclidean sensitivity: "
        "four\n"
        "numbers that change by 1 each have more delta than one that changes by 2. Give each of them as a mechanism of its own.",
    .reference = "Canonne, Kamath and Steinke 2020",
    .example = "discrete-gaussian:sigma=10@100",
    .adjacency = "add, remove, zero-out, replace (the sensitivity doubles); not replace when sampled",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_WORST_CASE, /* of one whole number; sampled: by Zhu, Dong and Wang 2022, others at 0 attain it */
    .create_whole = pld_mechanism_create_discrete_gaussian,
    .group = pld__whole_group,
    .replace = pld__whole_replace,
    .zero_as_removed = true,
    .describe = describe,
};
