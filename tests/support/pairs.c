#include "support/pairs.h"

#include "pair/weights.h"

#include <CUnit/Basic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- creation ------------------------------------------------------------------------------------------------------- */

static reference_side side_allocate(size_t count) {
    reference_side side = {count, malloc(count * sizeof(long double)), malloc(count * sizeof(long double))};
    CU_ASSERT_PTR_NOT_NULL_FATAL(side.weight);
    CU_ASSERT_PTR_NOT_NULL_FATAL(side.mean);
    return side;
}

static void side_release(reference_side *side) {
    free(side->weight);
    free(side->mean);
    *side = (reference_side){0};
}

static void set_range(reference_pair *pair) {
    pair->lowest = INFINITY;
    pair->highest = -INFINITY;
    for (size_t i = 0; i < pair->p.count; i++) {
        pair->lowest = fminl(pair->lowest, pair->p.mean[i]);
        pair->highest = fmaxl(pair->highest, pair->p.mean[i]);
    }
    for (size_t i = 0; i < pair->q.count; i++) {
        pair->lowest = fminl(pair->lowest, pair->q.mean[i]);
        pair->highest = fmaxl(pair->highest, pair->q.mean[i]);
    }
}

static long double choose(uint64_t n, uint64_t j) {
    long double product = 1;
    if (j > n) {
        return 0;
    }
    for (uint64_t i = 0; i < j; i++) {
        product = product * (long double)(n - i) / (long double)(i + 1);
    }
    return product;
}

static reference_side side_point(long double mean) {
    reference_side side = side_allocate(1);
    side.weight[0] = 1;
    side.mean[0] = mean;
    return side;
}

static reference_side side_binomial(double q, long double sigma, uint64_t k, int sign) {
    reference_side side = side_allocate((size_t)k + 1);
    for (uint64_t j = 0; j <= k; j++) {
        side.weight[j] = choose(k, j) * powl(q, (long double)j) * powl(1 - (long double)q, (long double)(k - j));
        side.mean[j] = sign * (long double)j / sigma;
    }
    return side;
}

static reference_side side_hypergeometric(uint64_t population, uint64_t batch, uint64_t k, long double sigma) {
    reference_side side = side_allocate((size_t)k + 1);
    side.count = 0;
    for (uint64_t j = 0; j <= k; j++) {
        long double weight = choose(batch, j) * choose(population - batch, k - j) / choose(population, k);
        if (weight > 0) {
            side.weight[side.count] = weight;
            side.mean[side.count++] = (long double)j / sigma;
        }
    }
    return side;
}

static reference_side side_list(size_t count, const double *weight, const double *mean) {
    reference_side side = side_allocate(count);
    long double total = 0;
    for (size_t i = 0; i < count; i++) {
        total += weight[i];
    }
    for (size_t i = 0; i < count; i++) {
        side.weight[i] = weight[i] / total;
        side.mean[i] = mean[i];
    }
    return side;
}

static pld_mechanism *parse(const char *spec) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    pld_error error = {.message = ""};
    if (pld_mechanism_parse(spec, &mechanism, &count, &error) != PLD_OK) {
        printf("%s: %s\n", spec, error.message);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(mechanism);
    return mechanism;
}

test_pair pair_create(int which) {
    static const double uneven_weight[] = {0.2, 0.5, 0.3}, uneven_mean[] = {0.5, 1.25, 3};
    static const double other_weight[] = {0.4, 0.35, 0.25}, other_mean[] = {-1.5, -0.25, 0.5};
    static const char *const specs[PAIR_CASES] = {
        [PAIR_GAUSSIAN] = "gaussian:sigma=1",
        [PAIR_GAUSSIAN_SHARP] = "gaussian:sigma=0.3",
        [PAIR_POISSON] = "poisson-gaussian:q=0.1,sigma=1",
        [PAIR_MNIST] = "poisson-gaussian:q=256/60000,sigma=0.7",
        [PAIR_POISSON_GROUP] = "poisson-gaussian:q=0.1,sigma=1.3,k=3",
        [PAIR_DOUBLE] = "poisson-gaussian:q=0.2,sigma=1.3,removed=2,added=1",
        [PAIR_HYPERGEOMETRIC] = "hypergeometric-gaussian:N=1000,B=100,k=4,sigma=1.1",
        [PAIR_ADDED] = "poisson-gaussian:q=0.1,sigma=0.9,removed=0,added=1",
        [PAIR_UNEVEN] = "mixture-gaussian:sigma=1,pw=0.2:0.5:0.3,pm=0.5:1.25:3,qw=0.4:0.35:0.25,qm=-1.5:-0.25:0.5",
        [PAIR_HYPERGEOMETRIC_GROUP] = "hypergeometric-gaussian:N=60000,B=256,k=10,sigma=1",
        [PAIR_FULL_BATCH] = "hypergeometric-gaussian:N=12,B=10,k=5,sigma=2",
    };
    test_pair pair = {.name = specs[which], .mechanism = parse(specs[which])};
    reference_pair *reference = &pair.reference;
    reference->q = side_point(0);
    switch (which) {
    case PAIR_GAUSSIAN:
        reference->p = side_point(1);
        break;
    case PAIR_GAUSSIAN_SHARP:
        reference->p = side_point(1 / (long double)0.3);
        break;
    case PAIR_POISSON:
        reference->p = side_binomial(0.1, 1, 1, 1);
        break;
    case PAIR_MNIST:
        reference->p = side_binomial(256.0 / 60000, 0.7, 1, 1);
        break;
    case PAIR_POISSON_GROUP:
        reference->p = side_binomial(0.1, 1.3, 3, 1);
        break;
    case PAIR_DOUBLE:
        side_release(&reference->q);
        reference->p = side_binomial(0.2, 1.3, 2, 1);
        reference->q = side_binomial(0.2, 1.3, 1, -1);
        break;
    case PAIR_HYPERGEOMETRIC:
        reference->p = side_hypergeometric(1000, 100, 4, 1.1);
        break;
    case PAIR_ADDED:
        side_release(&reference->q);
        reference->p = side_point(0);
        reference->q = side_binomial(0.1, 0.9, 1, -1);
        break;
    case PAIR_UNEVEN:
        side_release(&reference->q);
        reference->p = side_list(3, uneven_weight, uneven_mean);
        reference->q = side_list(3, other_weight, other_mean);
        break;
    case PAIR_HYPERGEOMETRIC_GROUP:
        reference->p = side_hypergeometric(60000, 256, 10, 1);
        break;
    case PAIR_FULL_BATCH:
        reference->p = side_hypergeometric(12, 10, 5, 2);
        break;
    default:
        CU_FAIL_FATAL("no such pair");
    }
    set_range(reference);
    return pair;
}

test_pair pair_create_group(double q, double sigma, uint64_t k) {
    test_pair pair = {.name = "poisson-gaussian with a large group"};
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, k, 0, 1, &pair.mechanism, NULL), PLD_OK);
    pair.reference.p = side_allocate((size_t)k + 1);
    pair.reference.q = side_point(0);
    pld__weights_binomial(k, q, pair.reference.p.weight);
    reference_side *side = &pair.reference.p;
    side->count = 0;
    for (size_t j = 0; j <= k; j++) {
        if (side->weight[j] >= 1e-4900L) {
            side->weight[side->count] = side->weight[j];
            side->mean[side->count++] = (long double)j / sigma;
        }
    }
    set_range(&pair.reference);
    return pair;
}

test_pair pair_create_mirrored(double q, double sigma, uint64_t k) {
    test_pair pair = {.name = "poisson-gaussian with added records"};
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, 0, k, 1, &pair.mechanism, NULL), PLD_OK);
    pair.reference.p = side_point(0);
    pair.reference.q = side_binomial(q, sigma, k, -1);
    set_range(&pair.reference);
    return pair;
}

test_pair pair_create_gaussian(double sigma) {
    test_pair pair = {.name = "gaussian"};
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(sigma, 1, &pair.mechanism, NULL), PLD_OK);
    pair.reference.p = side_point(1 / (long double)sigma);
    pair.reference.q = side_point(0);
    set_range(&pair.reference);
    return pair;
}

test_pair pair_create_mixture(size_t p_count, const double *p_weight, const double *p_mean, size_t q_count,
                              const double *q_weight, const double *q_mean) {
    test_pair pair = {.name = "mixture-gaussian"};
    pld_status status =
        pld_mechanism_create_mixture_gaussian(1, p_count, p_weight, p_mean, q_count, q_weight, q_mean, 1, &pair.mechanism, NULL);
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    pair.reference.p = side_list(p_count, p_weight, p_mean);
    pair.reference.q = side_list(q_count, q_weight, q_mean);
    set_range(&pair.reference);
    return pair;
}

void pair_free(test_pair *pair) {
    pld_mechanism_free(pair->mechanism);
    side_release(&pair->reference.p);
    side_release(&pair->reference.q);
    pair->mechanism = NULL;
}

/* --- evaluation ----------------------------------------------------------------------------------------------------- */

static const long double LOG_ROOT_TWO_PI = 0.918938533204672741780329736405617640L;
static const long double ROOT_HALF = 0.707106781186547524400844362104849039L;

/* log of sum_i w_i e^(a_i x - a_i^2/2), and the mean of a under those terms. */
static long double log_sum(const reference_side *side, long double x, long double *mean) {
    long double largest = -INFINITY, sum = 0, moment = 0;
    for (size_t i = 0; i < side->count; i++) {
        if (side->weight[i] > 0) {
            largest = fmaxl(largest, logl(side->weight[i]) + side->mean[i] * (x - side->mean[i] / 2));
        }
    }
    for (size_t i = 0; i < side->count; i++) {
        /* The weight as a factor, not as a log: it has all its digits. */
        long double term = side->weight[i] * expl(side->mean[i] * (x - side->mean[i] / 2) - largest);
        sum += term;
        moment += side->mean[i] * term;
    }
    *mean = moment / sum;
    return largest + logl(sum);
}

long double reference_loss(const reference_pair *pair, long double x, long double *slope) {
    long double p_mean, q_mean;
    long double p = log_sum(&pair->p, x, &p_mean), q = log_sum(&pair->q, x, &q_mean);
    if (slope) {
        *slope = p_mean - q_mean;
    }
    return p - q;
}

long double reference_log_density(const reference_side *side, long double x) {
    long double mean;
    return log_sum(side, x, &mean) - x * x / 2 - LOG_ROOT_TWO_PI;
}

long double reference_position(const reference_pair *pair, long double loss) {
    long double low = pair->lowest - 140, high = pair->highest + 140;
    for (int i = 0; i < 90; i++) {
        long double middle = low + (high - low) / 2;
        if (reference_loss(pair, middle, NULL) < loss) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + (high - low) / 2;
}

long double reference_above(const reference_side *side, long double edge) {
    long double sum = 0;
    for (size_t i = 0; i < side->count; i++) {
        sum += side->weight[i] * 0.5L * erfcl((edge - side->mean[i]) * ROOT_HALF);
    }
    return sum;
}

long double reference_below(const reference_side *side, long double edge) {
    long double sum = 0;
    for (size_t i = 0; i < side->count; i++) {
        sum += side->weight[i] * 0.5L * erfcl((side->mean[i] - edge) * ROOT_HALF);
    }
    return sum;
}

enum { GAUSS_POINTS = 20 };

typedef struct {
    long double node[GAUSS_POINTS], weight[GAUSS_POINTS];
} gauss_rule;

/* Zeros of the Legendre polynomial by Newton's method from the usual cosine guess. */
static const gauss_rule *gauss(void) {
    static gauss_rule rule;
    static bool made;
    if (made) {
        return &rule;
    }
    for (int i = 0; i < GAUSS_POINTS; i++) {
        long double x = cosl(3.14159265358979323846264338328L * ((long double)i + 0.75L) / (GAUSS_POINTS + 0.5L)), derivative = 1;
        for (int iteration = 0; iteration < 50; iteration++) {
            long double previous = 1, value = x;
            for (int n = 2; n <= GAUSS_POINTS; n++) {
                long double next = ((2 * n - 1) * x * value - (n - 1) * previous) / n;
                previous = value;
                value = next;
            }
            derivative = GAUSS_POINTS * (x * value - previous) / (x * x - 1);
            x -= value / derivative;
        }
        rule.node[i] = x;
        rule.weight[i] = 2 / ((1 - x * x) * derivative * derivative);
    }
    made = true;
    return &rule;
}

long double reference_log_between(const reference_side *side, long double low, long double high) {
    const gauss_rule *rule = gauss();
    /* The integrand changes by e^(offset) per unit: a few powers of e in a panel. */
    long double farthest = 0;
    for (size_t i = 0; i < side->count; i++) {
        farthest = fmaxl(farthest, fmaxl(fabsl(low - side->mean[i]), fabsl(high - side->mean[i])));
    }
    size_t panels = (size_t)ceill((high - low) * (4 + farthest / 3));
    panels = panels ? panels : 1;
    long double width = (high - low) / (long double)panels, sum = 0, largest = -INFINITY;
    for (size_t i = 0; i < side->count; i++) {
        long double nearest = fmaxl(low, fminl(high, side->mean[i])) - side->mean[i];
        largest = fmaxl(largest, logl(side->weight[i]) - nearest * nearest / 2);
    }
    for (size_t panel = 0; panel < panels; panel++) {
        long double centre = low + ((long double)panel + 0.5L) * width;
        for (int k = 0; k < GAUSS_POINTS; k++) {
            long double x = centre + rule->node[k] * width / 2;
            for (size_t i = 0; i < side->count; i++) {
                long double offset = x - side->mean[i];
                sum += rule->weight[k] * side->weight[i] * expl(-offset * offset / 2 - largest);
            }
        }
    }
    return logl(sum * width / 2) - LOG_ROOT_TWO_PI + largest;
}

long double reference_delta(const reference_pair *pair, pld_direction direction, long double x, long double epsilon) {
    long double delta = direction == PLD_REMOVE ? reference_above(&pair->p, x) - expl(epsilon) * reference_above(&pair->q, x)
                                                : reference_below(&pair->q, x) - expl(epsilon) * reference_below(&pair->p, x);
    return fmaxl(delta, 0);
}

long double complex reference_moment(const reference_pair *pair, long double complex s, long double *scale) {
    const gauss_rule *rule = gauss();
    /* p^(1+s) q^-s is a bell around (1 + s) a - s b for every pair of components. */
    long double order = creall(s), ends[2] = {INFINITY, -INFINITY};
    for (size_t i = 0; i < pair->p.count; i++) {
        for (size_t j = 0; j < pair->q.count; j++) {
            long double centre = (1 + order) * pair->p.mean[i] - order * pair->q.mean[j];
            ends[0] = fminl(ends[0], fminl(centre, pair->lowest));
            ends[1] = fmaxl(ends[1], fmaxl(centre, pair->highest));
        }
    }
    long double low = ends[0] - 13, high = ends[1] + 13, range = pair->highest - pair->lowest;
    size_t panels = (size_t)ceill((high - low) * (2 + range + fabsl(cimagl(s)) * range / 4));
    long double width = (high - low) / (long double)panels, largest = -INFINITY;
    long double complex sum = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t panel = 0; panel < panels; panel++) {
            for (int k = 0; k < GAUSS_POINTS; k++) {
                long double x = low + ((long double)panel + 0.5L + rule->node[k] / 2) * width;
                long double log_p = reference_log_density(&pair->p, x), loss = log_p - reference_log_density(&pair->q, x);
                long double exponent = log_p + order * loss, phase = cimagl(s) * loss;
                if (pass == 0) {
                    largest = fmaxl(largest, exponent);
                } else {
                    sum += rule->weight[k] * expl(exponent - largest) * (cosl(phase) + (long double complex)I * sinl(phase));
                }
            }
        }
    }
    *scale = largest;
    return sum * width / 2;
}
