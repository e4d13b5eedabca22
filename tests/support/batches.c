#include "support/batches.h"

#include "support/suite.h"

#include <math.h>
#include <stdbool.h>

static void add(draws *to, double weight, gradient sum) {
    if (weight <= 0)
        return;
    for (size_t i = 0; i < to->count; i++)
        if (to->sum[i].x == sum.x && to->sum[i].y == sum.y) {
            to->weight[i] += weight;
            return;
        }
    to->weight[to->count] = weight;
    to->sum[to->count++] = sum;
}

static gradient sum_of(const gradient *records, size_t count, unsigned set) {
    gradient sum = {0, 0};
    for (size_t i = 0; i < count; i++)
        if (set >> i & 1)
            sum = (gradient){sum.x + records[i].x, sum.y + records[i].y};
    return sum;
}

static unsigned size_of(unsigned set) {
    return (unsigned)__builtin_popcount(set);
}

static double choose(size_t n, size_t k) {
    double ways = 1;
    for (size_t i = 0; i < k; i++)
        ways = ways * (double)(n - i) / (double)(i + 1);
    return ways;
}

void batches_fixed(const gradient *records, size_t count, size_t size, draws *made) {
    made->count = 0;
    for (unsigned set = 0; set < 1u << count; set++)
        if (size_of(set) == size)
            add(made, 1 / choose(count, size), sum_of(records, count, set));
}

void batches_with_replacement(const gradient *records, size_t count, size_t size, draws *made) {
    size_t sequences = 1;
    made->count = 0;
    for (size_t i = 0; i < size; i++)
        sequences *= count;
    for (size_t s = 0; s < sequences; s++) {
        size_t times[BATCHES_RECORDS] = {0};
        gradient sum = {0, 0};
        for (size_t i = 0, rest = s; i < size; i++, rest /= count)
            times[rest % count]++;
        for (size_t i = 0; i < count; i++)
            sum = (gradient){sum.x + (double)times[i] * records[i].x, sum.y + (double)times[i] * records[i].y};
        add(made, 1 / (double)sequences, sum);
    }
}

void batches_truncated(const gradient *records, size_t count, double rate, size_t cap, draws *made) {
    made->count = 0;
    for (unsigned set = 0; set < 1u << count; set++) {
        size_t size = size_of(set);
        double likely = pow(rate, (double)size) * pow(1 - rate, (double)(count - size));
        if (size <= cap) {
            add(made, likely, sum_of(records, count, set));
            continue;
        }
        for (unsigned kept = 0; kept < 1u << count; kept++)
            if ((kept & set) == kept && size_of(kept) == cap)
                add(made, likely / choose(size, cap), sum_of(records, count, kept));
    }
}

static double density(const draws *from, double x, double y, double sigma) {
    double sum = 0;
    for (size_t i = 0; i < from->count; i++) {
        double dx = (x - from->sum[i].x) / sigma, dy = (y - from->sum[i].y) / sigma;
        sum += from->weight[i] * exp(-(dx * dx + dy * dy) / 2);
    }
    return sum;
}

/* Where all means are, and how far the noise reaches. */
typedef struct {
    double low[2], high[2];
} frame;

static void widen(const draws *by, frame *all) {
    for (size_t i = 0; i < by->count; i++) {
        const double at[] = {by->sum[i].x, by->sum[i].y};
        for (int k = 0; k < 2; k++) {
            all->low[k] = fmin(all->low[k], at[k]);
            all->high[k] = fmax(all->high[k], at[k]);
        }
    }
}

void batches_divergence(const draws *p, const draws *q, double sigma, const double *levels, size_t count, double *divergence) {
    frame all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    widen(p, &all);
    widen(q, &all);
    bool line = all.low[1] == 0 && all.high[1] == 0;
    double step = line ? sigma / 1000 : sigma / 16, reach = line ? 9 * sigma : 6.5 * sigma;
    double first = line ? 0 : all.low[1] - reach, last = line ? 0 : all.high[1] + reach;
    double cell = line ? step / (2.5066282746310002 * sigma) : step * step / (6.283185307179586 * sigma * sigma);
    for (size_t i = 0; i < count; i++)
        divergence[i] = 0;
    for (double x = all.low[0] - reach; x <= all.high[0] + reach; x += step)
        for (double y = first; y <= last; y += step) {
            double of_p = density(p, x, y, sigma), of_q = density(q, x, y, sigma);
            for (size_t i = 0; i < count; i++)
                divergence[i] += fmax(of_p - exp(levels[i]) * of_q, 0) * cell;
        }
}

enum { LEVELS = 7 };
static const double levels[LEVELS] = {0, 0.1, 0.3, 0.7, 1.2, 2, 3};

gradient batches_roll(dice *from) {
    double norm = dice_chance(from, 0.7) ? 1 : dice_uniform(from, 0, 1), turn = dice_uniform(from, 0, 6.28);
    return dice_chance(from, 0.6) ? (gradient){dice_chance(from, 0.5) ? norm : -norm, 0}
                                  : (gradient){norm * cos(turn), norm * sin(turn)};
}

void batches_check_below(const draws *p, const draws *q, double sigma, const pld_mechanism *pair, const char *name) {
    double found[LEVELS], exchanged[LEVELS];
    batches_divergence(p, q, sigma, levels, LEVELS, found);
    batches_divergence(q, p, sigma, levels, LEVELS, exchanged);
    for (size_t i = 0; i < LEVELS; i++) {
        double remove = pld_mechanism_delta(pair, PLD_REMOVE, levels[i]), add = pld_mechanism_delta(pair, PLD_ADD, levels[i]);
        CHECK(found[i] <= remove * 1.001 + 1e-7, "%s at %g: %.9g > %.9g", name, levels[i], found[i], remove);
        CHECK(exchanged[i] <= add * 1.001 + 1e-7, "%s exchanged at %g: %.9g > %.9g", name, levels[i], exchanged[i], add);
    }
}

void batches_check_equal(const draws *p, const draws *q, double sigma, const pld_mechanism *pair, pld_direction direction) {
    double found[LEVELS];
    batches_divergence(p, q, sigma, levels, LEVELS, found);
    for (size_t i = 0; i < LEVELS; i++)
        CHECK(fabs(found[i] - pld_mechanism_delta(pair, direction, levels[i])) <= 2e-5 * found[i] + 1e-9,
              "%s at %g: %.9g, pair %.9g", pld_direction_name(direction), levels[i], found[i],
              pld_mechanism_delta(pair, direction, levels[i]));
}
