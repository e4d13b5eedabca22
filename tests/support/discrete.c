#include "support/discrete.h"

#include <math.h>
#include <stdlib.h>

void discrete_response(discrete_pair *pair, long double truth, uint64_t k) {
    long double other = (1 - truth) / (long double)(k - 1), rest = (long double)(k - 2) * other;
    *pair = (discrete_pair){.count = 3, .p = {truth, other, rest}, .q = {other, truth, rest}};
}

void discrete_approx_dp(discrete_pair *pair, long double epsilon, long double delta) {
    long double high = (1 - delta) * expl(epsilon) / (1 + expl(epsilon)), low = (1 - delta) / (1 + expl(epsilon));
    *pair = (discrete_pair){.count = 4, .p = {delta, high, low, 0}, .q = {0, low, high, delta}};
}

/* Masses e^-exponent around 0 and around the sensitivity, normalised over all that is listed of Q. */
static void fill(discrete_pair *pair, long double (*exponent)(long double x, long double scale), long double scale,
                 unsigned sensitivity, double reach) {
    long start = -(long)ceill(reach * scale), end = (long)ceill(reach * scale) + (long)sensitivity;
    long double total = 0;
    pair->count = (size_t)(end - start + 1);
    for (long x = start; x <= end; x++) {
        pair->q[x - start] = expl(-exponent((long double)x, scale));
        pair->p[x - start] = expl(-exponent((long double)(x - (long)sensitivity), scale));
        total += pair->q[x - start];
    }
    for (size_t i = 0; i < pair->count; i++) {
        pair->q[i] /= total;
        pair->p[i] /= total;
    }
}

static long double square(long double x, long double sigma) {
    return x * x / (2 * sigma * sigma);
}

static long double absolute(long double x, long double b) {
    return fabsl(x) / b;
}

void discrete_gaussian(discrete_pair *pair, long double sigma, unsigned sensitivity, double reach) {
    fill(pair, square, sigma, sensitivity, reach);
}

void discrete_laplace(discrete_pair *pair, long double b, unsigned sensitivity, double reach) {
    fill(pair, absolute, b, sensitivity, reach);
}

void discrete_sample(discrete_pair *pair, long double rate) {
    for (size_t i = 0; i < pair->count; i++)
        pair->p[i] = (1 - rate) * pair->q[i] + rate * pair->p[i];
}

void discrete_swap(discrete_pair *pair) {
    for (size_t i = 0; i < pair->count; i++) {
        long double p = pair->p[i];
        pair->p[i] = pair->q[i];
        pair->q[i] = p;
    }
}

long double discrete_delta(const discrete_pair *pair, unsigned steps, long double epsilon) {
    long double factor = expl(epsilon), sum = 0;
    for (size_t i = 0; i < pair->count; i++) {
        if (steps == 1)
            sum += fmaxl(pair->p[i] - factor * pair->q[i], 0);
        for (size_t j = 0; steps == 2 && j < pair->count; j++)
            sum += fmaxl(pair->p[i] * pair->p[j] - factor * pair->q[i] * pair->q[j], 0);
    }
    return sum;
}

/* Different losses, and mass where q is 0. */
typedef struct {
    size_t count;
    long double p[3], loss[3], infinite;
} few;

static few gather(const discrete_pair *pair) {
    few made = {.count = 0};
    for (size_t i = 0; i < pair->count; i++) {
        if (pair->p[i] == 0)
            continue;
        if (pair->q[i] == 0) {
            made.infinite += pair->p[i];
            continue;
        }
        long double loss = logl(pair->p[i] / pair->q[i]);
        size_t place = 0;
        while (place < made.count && fabsl(made.loss[place] - loss) > 1e-15L * (1 + fabsl(loss)))
            place++;
        if (place == 3)
            abort();
        made.count += place == made.count;
        made.p[place] += pair->p[i];
        made.loss[place] = loss;
    }
    return made;
}

static long double log_choose(const long double *log_factorial, uint64_t n, uint64_t k) {
    return log_factorial[n] - log_factorial[k] - log_factorial[n - k];
}

static long double times_log(uint64_t n, long double p) {
    return n == 0 ? 0 : (long double)n * logl(p);
}

long double discrete_delta_few(const discrete_pair *pair, uint64_t steps, long double epsilon) {
    few of = gather(pair);
    long double *logs = calloc((size_t)steps + 1, sizeof *logs);
    for (uint64_t i = 1; i <= steps; i++)
        logs[i] = logs[i - 1] + logl((long double)i);
    long double sum = -expm1l((long double)steps * log1pl(-of.infinite));
    for (uint64_t i = 0; i <= steps && of.count > 0; i++)
        for (uint64_t j = 0; i + j <= steps; j++) {
            uint64_t rest = steps - i - j;
            if ((of.count < 3 && rest > 0) || (of.count < 2 && j > 0))
                continue;
            long double loss = (long double)i * of.loss[0] + (long double)j * of.loss[1] + (long double)rest * of.loss[2];
            long double log_mass = log_choose(logs, steps, i) + log_choose(logs, steps - i, j) + times_log(i, of.p[0]) +
                                   times_log(j, of.p[1]) + times_log(rest, of.p[2]);
            if (loss > epsilon)
                sum += expl(log_mass) * -expm1l(epsilon - loss);
        }
    free(logs);
    return sum;
}

/* Masses at first, first + 1 .. */
typedef struct {
    long first;
    size_t count;
    long double *mass;
} lattice;

static lattice convolve(const lattice *a, const lattice *b) {
    lattice made = {a->first + b->first, a->count + b->count - 1, NULL};
    made.mass = calloc(made.count, sizeof *made.mass);
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            made.mass[i + j] += a->mass[i] * b->mass[j];
    size_t from = 0;
    while (made.count > 1 && made.mass[made.count - 1] < 1e-36L)
        made.count--;
    while (from + 1 < made.count && made.mass[from] < 1e-36L)
        from++;
    for (size_t i = from; i < made.count; i++)
        made.mass[i - from] = made.mass[i];
    made.first += (long)from;
    made.count -= from;
    return made;
}

long double discrete_delta_lattice(const discrete_pair *pair, uint64_t steps, long double spacing, long double epsilon) {
    long double base = INFINITY, sum = 0;
    lattice power = {0, pair->count, NULL}, product = {0, 1, NULL};
    power.mass = calloc(4 * pair->count, sizeof *power.mass);
    product.mass = calloc(1, sizeof *product.mass);
    product.mass[0] = 1;
    for (size_t i = 0; i < pair->count; i++)
        base = fminl(base, logl(pair->p[i] / pair->q[i]));
    for (size_t i = 0; i < pair->count; i++) {
        long place = lroundl((logl(pair->p[i] / pair->q[i]) - base) / spacing);
        if (place < 0 || (size_t)place >= 4 * pair->count)
            abort();
        power.mass[place] += pair->p[i];
    }
    for (uint64_t left = steps; left > 0; left >>= 1) {
        lattice next;
        if (left & 1) {
            next = convolve(&product, &power);
            free(product.mass);
            product = next;
        }
        next = convolve(&power, &power);
        free(power.mass);
        power = next;
    }
    for (size_t i = 0; i < product.count; i++) {
        long double loss = (long double)steps * base + spacing * (long double)(product.first + (long)i);
        if (loss > epsilon)
            sum += product.mass[i] * -expm1l(epsilon - loss);
    }
    free(power.mass);
    free(product.mass);
    return sum;
}
