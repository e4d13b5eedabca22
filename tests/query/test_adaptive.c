/* Every way to make batches by brute force: small random data sets, two steps, gradients of the second that depend on what came
 * out of the first, and D exactly, by quadrature over both outputs. No data set does worse than what is certified. */
#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/composition.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { RECORDS = 4, KINDS = 81, BINS = 3, LEVELS = 3, GRID = 288 };

static const int asked = SANITIZED ? 1 : LEVELS;
static const double levels[LEVELS] = {0.8, 0, 1.6}; /* under sanitizers the first alone */

typedef enum { POISSON, FIXED, REPLACEMENT, TRUNCATED, ALLOCATION, SHUFFLE, ORDERED } way;

/* How batches are made of `count` records: `size` of a batch or cap, or the number of batches of an epoch. */
typedef struct {
    way kind;
    size_t count, size;
    double rate;
} making;

/* Batches of both steps, by how often each record is in them, and how likely each pair of them is. */
typedef struct {
    size_t count;
    int times[KINDS][RECORDS];
    double weight[KINDS][KINDS];
} batches;

static double choose(size_t n, size_t k) {
    return round(exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1)));
}

static double binomial(size_t n, size_t k, double q) {
    return choose(n, k) * pow(q, (double)k) * pow(1 - q, (double)(n - k));
}

/* The chance of one batch, of steps that are drawn by themselves. */
static double chance_of(const making *how, const int times[RECORDS]) {
    size_t sum = 0;
    int most = 0;
    double ways = 1, full = 0;
    for (size_t i = 0; i < how->count; i++) {
        sum += (size_t)times[i];
        most = times[i] > most ? times[i] : most;
        ways *= tgamma(times[i] + 1.0);
    }
    if (how->kind != REPLACEMENT && most > 1)
        return 0;
    switch (how->kind) {
    case POISSON:
        return binomial(how->count, sum, how->rate) / choose(how->count, sum);
    case FIXED:
        return sum == how->size ? 1 / choose(how->count, sum) : 0;
    case REPLACEMENT:
        return sum == how->size ? tgamma((double)sum + 1) / ways / pow((double)how->count, (double)sum) : 0;
    default:
        for (size_t k = how->size; k <= how->count; k++)
            full += binomial(how->count, k, how->rate);
        return sum < how->size    ? binomial(how->count, sum, how->rate) / choose(how->count, sum)
               : sum == how->size ? full / choose(how->count, sum)
                                  : 0;
    }
}

/* The chance of two batches, of steps that share an epoch. */
static double chance_of_both(const making *how, const int first[RECORDS], const int second[RECORDS]) {
    double chance = 1;
    size_t sizes[2] = {0, 0};
    for (size_t i = 0; i < how->count; i++) {
        if (first[i] + second[i] > 1 || (how->kind != ALLOCATION && first[i] + second[i] != 1) ||
            (how->kind == ORDERED && first[i] != (i < how->count / 2)))
            return 0;
        chance *= (first[i] + second[i] ? 1.0 : (double)how->size - 2) / (double)how->size;
        sizes[0] += (size_t)first[i];
        sizes[1] += (size_t)second[i];
    }
    return how->kind == ALLOCATION      ? chance
           : sizes[0] != how->count / 2 ? 0
           : how->kind == SHUFFLE       ? 1 / choose(how->count, sizes[0])
                                        : 1;
}

/* Batches of the last `count` of `all` records. */
static void make(const making *how, size_t all, batches *made) {
    size_t kinds = 1;
    made->count = 0;
    for (size_t i = 0; i < how->count; i++)
        kinds *= 3;
    for (size_t code = 0; code < kinds; code++) {
        for (size_t i = 0, rest = code; i < how->count; i++, rest /= 3)
            made->times[code][i] = (int)(rest % 3);
    }
    for (size_t a = 0; a < kinds; a++)
        for (size_t b = 0; b < kinds; b++)
            made->weight[a][b] = how->kind < ALLOCATION ? chance_of(how, made->times[a]) * chance_of(how, made->times[b])
                                                        : chance_of_both(how, made->times[a], made->times[b]);
    for (size_t a = 0; a < kinds; a++) {
        memmove(made->times[a] + (all - how->count), made->times[a], how->count * sizeof(int));
        for (size_t i = 0; i < all - how->count; i++)
            made->times[a][i] = 0;
    }
    made->count = kinds;
}

/* Gradients of the first step, and of the second by where the first output is. */
typedef struct {
    double first[RECORDS], second[BINS][RECORDS];
} gradients;

static double sum_of(const double *gradient, const int *times, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += times[i] * gradient[i];
    return sum;
}

/* Outputs in units of sigma; bins end where cells of the grid do. */
static const double cell = 1.0 / 12;

static double place(int k) {
    return (k - GRID / 2 + 0.5) * cell;
}

static size_t bin_of(double y) {
    return y < -0.5 ? 0 : y < 1 ? 1 : 2;
}

/* A data set with its batches: densities of each batch's second sum, for each bin, and its first sum; in units of sigma. */
typedef struct {
    const batches *made;
    double first[KINDS], second[BINS][KINDS][GRID];
    bool used[KINDS]; /* as a second batch */
} outputs;

static double bell(double away) {
    return fabs(away) < 7 ? exp(-away * away / 2) : 0;
}

static void prepare(const batches *made, const gradients *are, size_t records, double sigma, outputs *all) {
    all->made = made;
    for (size_t b = 0; b < made->count; b++) {
        all->first[b] = sum_of(are->first, made->times[b], records) / sigma;
        all->used[b] = false;
        for (size_t a = 0; a < made->count; a++)
            all->used[b] |= made->weight[a][b] > 0;
        for (int bin = 0; bin < BINS && all->used[b]; bin++) {
            double mean = sum_of(are->second[bin], made->times[b], records) / sigma;
            for (int k = 0; k < GRID; k++)
                all->second[bin][b][k] = bell(place(k) - mean);
        }
    }
}

/* Density of both outputs at one first output: a row over the second. */
static void fill_row(const outputs *all, double y, double row[GRID]) {
    const batches *made = all->made;
    double near[KINDS];
    memset(row, 0, GRID * sizeof *row);
    for (size_t a = 0; a < made->count; a++)
        near[a] = bell(y - all->first[a]);
    for (size_t b = 0; b < made->count; b++) {
        double chance = 0;
        for (size_t a = 0; a < made->count && all->used[b]; a++)
            chance += made->weight[a][b] * near[a];
        for (int k = 0; k < GRID && chance > 1e-12; k++)
            row[k] += chance * all->second[bin_of(y)][b][k];
    }
}

/* D of the two in both directions, at all levels. */
static void divergence(const batches *p, const gradients *of_p, const batches *q, const gradients *of_q, size_t records,
                       double sigma, double found[PLD_DIRECTIONS][LEVELS]) {
    static outputs all[2];
    static double rows[2][GRID];
    const double area = cell * cell / (2 * 3.14159265358979324);
    memset(found, 0, PLD_DIRECTIONS * sizeof found[0]);
    prepare(p, of_p, records, sigma, &all[0]);
    prepare(q, of_q, records, sigma, &all[1]);
    for (int j = 0; j < GRID; j++) {
        fill_row(&all[0], place(j), rows[0]);
        fill_row(&all[1], place(j), rows[1]);
        for (int i = 0; i < LEVELS; i++) {
            double factor = exp(levels[i]), sums[PLD_DIRECTIONS] = {0, 0};
            for (int k = 0; k < GRID; k++) {
                sums[PLD_REMOVE] += fmax(rows[0][k] - factor * rows[1][k], 0);
                sums[PLD_ADD] += fmax(rows[1][k] - factor * rows[0][k], 0);
            }
            found[PLD_REMOVE][i] += area * sums[PLD_REMOVE];
            found[PLD_ADD][i] += area * sums[PLD_ADD];
        }
    }
}

/* Certified upper ends of delta in both directions. */
static void certify(const char *spec, pld_adjacency adjacency, double upper[PLD_DIRECTIONS][LEVELS]) {
    pld_composition *composition = NULL;
    pld_options options = pld_options_default();
    options.relative_tolerance = 3e-3;
    options.adjacency = adjacency;
    CU_ASSERT_EQUAL_FATAL(pld_composition_create(adjacency, &composition), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_composition_add_spec(composition, spec, NULL), PLD_OK);
    for (int i = 0; i < asked; i++) {
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_composition_delta(composition, levels[i], &options, &result, NULL), PLD_OK);
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            upper[d][i] = exp(result.directions[d].bracket.upper);
    }
    pld_composition_free(composition);
}

/* Often at the ends of what clipping leaves. */
static double roll(dice *from) {
    return dice_chance(from, 0.6) ? (double)dice_below(from, 3) - 1 : dice_uniform(from, -1, 1);
}

static const struct {
    making how;
    const char *spec; /* but for sigma */
    pld_adjacency adjacencies[3];
    size_t adjacency_count;
} cases[] = {
    {{POISSON, 3, 0, 0.3},
     "poisson-gaussian:q=0.3,sigma=%g@2",
     {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ZERO_OUT, PLD_ADJACENCY_REPLACE},
     3},
    {{FIXED, 3, 2, 0},
     "fixed-size:N=3,B=2,sigma=%g@2",
     {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ZERO_OUT, PLD_ADJACENCY_REPLACE},
     3},
    {{REPLACEMENT, 3, 2, 0},
     "with-replacement:N=3,B=2,sigma=%g@2",
     {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ZERO_OUT, PLD_ADJACENCY_REPLACE},
     3},
    {{TRUNCATED, 4, 2, 0.5},
     "truncated-poisson:N=4,q=0.5,B=2,sigma=%g@2",
     {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ZERO_OUT, PLD_ADJACENCY_REPLACE},
     3},
    {{ALLOCATION, 3, 2, 0}, "allocation:t=2,sigma=%g", {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ZERO_OUT}, 2},
    {{ALLOCATION, 3, 5, 0}, "allocation:t=5,steps=2,sigma=%g", {PLD_ADJACENCY_ADD_REMOVE, PLD_ADJACENCY_ZERO_OUT}, 2},
    {{SHUFFLE, 4, 0, 0}, "shuffle:t=2,sigma=%g", {PLD_ADJACENCY_ZERO_OUT, PLD_ADJACENCY_REPLACE}, 2},
    {{SHUFFLE, 4, 0, 0}, "shuffle-once:t=2,sigma=%g", {PLD_ADJACENCY_ZERO_OUT, PLD_ADJACENCY_REPLACE}, 2},
    {{ORDERED, 4, 0, 0}, "fixed-order:t=2,sigma=%g", {PLD_ADJACENCY_ZERO_OUT, PLD_ADJACENCY_REPLACE}, 2},
};

/* One random data set and its neighbour. */
static void compare(size_t which, pld_adjacency adjacency, const double upper[PLD_DIRECTIONS][LEVELS], double sigma, dice *from) {
    static batches with, without;
    const making *how = &cases[which].how;
    making other = *how;
    gradients one, neighbour;
    double found[PLD_DIRECTIONS][LEVELS];
    for (size_t i = 0; i < how->count; i++) {
        one.first[i] = roll(from);
        for (int bin = 0; bin < BINS; bin++)
            one.second[bin][i] = roll(from);
    }
    neighbour = one;
    neighbour.first[0] = adjacency == PLD_ADJACENCY_REPLACE ? roll(from) : 0;
    for (int bin = 0; bin < BINS; bin++)
        neighbour.second[bin][0] = adjacency == PLD_ADJACENCY_REPLACE ? roll(from) : 0;
    other.count -= adjacency == PLD_ADJACENCY_ADD_REMOVE;
    make(how, how->count, &with);
    make(&other, how->count, &without);
    divergence(&with, &one, &without, &neighbour, how->count, sigma, found);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        for (int i = 0; i < asked; i++) {
            CHECK(found[d][i] <= upper[d][i] * 1.002 + 1e-6, "%s, %s, direction %d at %g, sigma %g: %.8g > %.8g",
                  cases[which].spec, pld_adjacency_name(adjacency), d, levels[i], sigma, found[d][i], upper[d][i]);
        }
}

static void test_adaptive(void) {
    dice from = dice_create(1761);
    for (size_t which = 0; which < COUNT_OF(cases); which++)
        for (size_t k = 0; k < (SANITIZED ? 1 : cases[which].adjacency_count); k++) {
            double upper[PLD_DIRECTIONS][LEVELS], sigma = dice_chance(&from, 0.5) ? 0.8 : 1.5;
            char spec[96];
            snprintf(spec, sizeof spec, cases[which].spec, sigma);
            certify(spec, cases[which].adjacencies[k], upper);
            for (size_t repeat = 0; repeat < (SANITIZED ? 1 : 5); repeat++)
                compare(which, cases[which].adjacencies[k], (const double(*)[LEVELS])upper, sigma, &from);
        }
}

/* The judge sees what is wrong: shuffled batches do worse than random allocation, whose pair is none for them, and a constant
 * gradient does as badly as random allocation's own pair says. */
static void test_judge(void) {
    static batches with, without;
    const making shuffled = {SHUFFLE, 4, 0, 0}, allocated = {ALLOCATION, 1, 2, 0}, nobody = {ALLOCATION, 0, 2, 0};
    gradients one = {{1, -1, -1, -1}, {{1, -1, -1, -1}, {1, -1, -1, -1}, {1, -1, -1, -1}}}, neighbour = one;
    double upper[PLD_DIRECTIONS][LEVELS], found[PLD_DIRECTIONS][LEVELS];
    neighbour.first[0] = neighbour.second[0][0] = neighbour.second[1][0] = neighbour.second[2][0] = 0;
    certify("allocation:t=2,sigma=0.8", PLD_ADJACENCY_ADD_REMOVE, upper);
    make(&shuffled, 4, &with);
    divergence(&with, &one, &with, &neighbour, 4, 0.8, found);
    CHECK(found[PLD_REMOVE][0] > 1.1 * upper[PLD_REMOVE][0], "shuffled batches: %.6g of %.6g", found[PLD_REMOVE][0],
          upper[PLD_REMOVE][0]);
    make(&allocated, 1, &with);
    make(&nobody, 1, &without);
    divergence(&with, &one, &without, &neighbour, 1, 0.8, found);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        for (int i = 0; i < asked; i++)
            CHECK(fabs(found[d][i] / upper[d][i] - 1) < 4e-3, "random allocation at %g: %.8g of %.8g", levels[i], found[d][i],
                  upper[d][i]);
}

int main(void) {
    CU_TestInfo tests[] = {{"adaptive gradients", test_adaptive}, {"what the judge sees", test_judge}, CU_TEST_INFO_NULL};
    return suite_run("query/adaptive", tests);
}
