/* Many queries in one process: memory and kept plans do not grow.
 *
 *     endurance [QUERIES]
 *
 * A tenth of the queries (at most 20000) is for warming up: buffers of the allocator and the runtime, the plans of common
 * lengths. Behind it the resident memory may grow by what plans that are new take (fft.c keeps a bounded number of points of some
 * 16 bytes; 32 are allowed, and a page or two each), and by SLACK for an allocator that does not find the same holes each time. A
 * leak of 8 bytes a query would be 8 MB in a million queries, of one mechanism a query some GB. */
#include "compose/fft.h"
#include "support/dice.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    QUERIES = 1000000,
    WARM_UP_MOST = 20000,
    SLACK = 3 << 20,
    PLAN_POINT = 32,
    PLAN = 8192,
    PLANS_MOST = 256,
    POINTS_MOST = 1 << 23
};

static size_t resident(void) {
    size_t all = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%zu %zu", &all, &pages) != 2)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Cheap ones, of every way to an answer; some are wrong on purpose, as errors have their own ways out. */
static void write_spec(dice *from, char *text, size_t size) {
    double sigma = dice_logarithmic(from, 1, 20);
    switch (dice_below(from, 8)) {
    case 0:
        snprintf(text, size, "gaussian:sigma=%.6g@%zu", sigma, 1 + dice_below(from, 1000));
        break;
    case 1:
        if (dice_chance(from, 0.1))
            snprintf(text, size, "poisson-gaussian:q=%.6g,sigma=%.6g@%zu", dice_logarithmic(from, 1e-3, 0.05),
                     dice_uniform(from, 2, 4), 100 + dice_below(from, 300));
        else
            snprintf(text, size, "poisson-gaussian:q=%.6g,sigma=%.6g", dice_logarithmic(from, 1e-3, 0.5), sigma);
        break;
    case 2:
        snprintf(text, size, "laplace:b=%.6g@%zu", sigma, 1 + dice_below(from, 3));
        break;
    case 3:
        snprintf(text, size, "discrete-laplace:b=%.6g@%zu", sigma, 1 + dice_below(from, 20));
        break;
    case 4:
        snprintf(text, size, "randomized-response:k=3,epsilon=%.6g@%zu", 1 / sigma, 1 + dice_below(from, 20));
        break;
    case 5:
        snprintf(text, size, "poisson:q=0.1,of=discrete-gaussian,sigma=%.6g", dice_uniform(from, 1, 2));
        break;
    case 6:
        snprintf(text, size, "gaussian:sigma=-%.6g", sigma);
        break;
    default:
        snprintf(text, size, "approx-dp:epsilon=%.6g,delta=1e-9@%zu", 0.1 / sigma, 1 + dice_below(from, 50));
    }
}

/* Is the bracket one? Wrong specs must be refused. */
static int ask(dice *from) {
    char spec[128];
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    pld_error error;
    pld_result result;
    pld_options options = pld_options_default();
    options.relative_tolerance = 0.1;
    options.threads = 1;
    write_spec(from, spec, sizeof spec);
    pld_status status = pld_mechanism_parse(spec, &mechanism, &count, &error);
    if (status != PLD_OK)
        return strstr(spec, "=-") != NULL;
    pld_step step = {mechanism, count};
    status = count > 1 || dice_chance(from, 0.5)
                 ? pld_query_epsilon(&step, 1, log(dice_logarithmic(from, 1e-9, 1e-2)), &options, &result, &error)
                 : pld_query_delta(&step, 1, dice_uniform(from, 0, 2), &options, &result, &error);
    pld_mechanism_free(mechanism);
    if (status == PLD_OK && result.bracket.lower <= result.bracket.upper)
        return 1;
    printf("endurance: %s: %s\n", spec, status == PLD_OK ? "no bracket" : error.message);
    return 0;
}

int main(int count, char **words) {
    size_t queries = count > 1 ? strtoul(words[1], NULL, 10) : QUERIES;
    size_t warm_up = queries / 10 < WARM_UP_MOST ? queries / 10 : WARM_UP_MOST;
    size_t memory = 0, points = 0, plans = 0, wrong = 0;
    dice from = dice_create(8128);
    for (size_t i = 0; i < queries; i++) {
        if (i == warm_up) {
            memory = resident();
            plans = pld__fft_kept(&points);
        }
        wrong += !ask(&from);
        if (queries >= 10 && (i + 1) % (queries / 10) == 0)
            printf("endurance: %zu queries, %.1f MB\n", i + 1, (double)resident() / (1 << 20));
    }
    size_t points_after = 0, plans_after = pld__fft_kept(&points_after), after = resident();
    size_t allowed = memory + SLACK + PLAN_POINT * (points_after - points) + PLAN * (plans_after - plans);
    printf("endurance: %zu queries, %zu wrong; %.1f MB after %zu, %.1f MB at the end (%.1f allowed); %zu plans of %zu points\n",
           queries, wrong, (double)memory / (1 << 20), warm_up, (double)after / (1 << 20), (double)allowed / (1 << 20),
           plans_after, points_after);
    return wrong == 0 && after <= allowed && plans_after <= PLANS_MOST && points_after <= POINTS_MOST ? 0 : 1;
}
