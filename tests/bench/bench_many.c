/* What many answers about one training run cost, in milliseconds of processor time and in units of one transform (see
 * support/stopwatch.h), with one thread: epsilon after each of 10,000 steps, a trade-off curve of 200 points, and epsilon of
 * 10,000 steps with a sigma each.
 *
 *   bench_many [STEPS] */
#define _POSIX_C_SOURCE 200809L
#include "support/stopwatch.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RATES = 200, SIGMAS = 10000 };

static double unit;

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void show(const char *what, double seconds, double width) {
    printf("%-44s %10.3f ms %9.2f units   width %.1e\n", what, 1e3 * seconds, seconds / unit, width);
    fflush(stdout);
}

static pld_options one_thread(void) {
    pld_options options = pld_options_default();
    options.threads = 1;
    return options;
}

/* A step of training, logged: what each costs on average until the next power of ten. */
static bool log_steps(long steps) {
    pld_mechanism *mechanism = NULL;
    pld_composition *run = NULL;
    uint64_t one;
    const pld_options options = one_thread();
    bool good = pld_mechanism_parse("poisson-gaussian:q=0.01,sigma=1", &mechanism, &one, NULL) == PLD_OK &&
                pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run) == PLD_OK;
    double started = processor_seconds(), last = started, widest = 0;
    long next = 10, done = 0;
    for (long i = 1; i <= steps && good; i++) {
        pld_result result;
        good = pld_composition_add(run, mechanism, 1, NULL) == PLD_OK &&
               pld_composition_epsilon(run, logl(1e-5L), &options, &result, NULL) == PLD_OK;
        widest = fmax(widest, good ? result.bracket.upper - result.bracket.lower : INFINITY);
        if (i < next && i < steps)
            continue;
        char what[64];
        snprintf(what, sizeof what, "a step, logged, of %ld to %ld", done + 1, i);
        double now = processor_seconds();
        show(what, (now - last) / (double)(i - done), widest);
        done = i;
        next *= 10;
        last = now;
        widest = 0;
    }
    show("all of them, each", (processor_seconds() - started) / (double)steps, 0);
    pld_composition_free(run);
    pld_mechanism_free(mechanism);
    return good;
}

static bool trade_off(void) {
    pld_mechanism *mechanism = NULL;
    pld_step step;
    static pld_attack attacks[RATES];
    double rates[RATES], widest = 0, started = processor_seconds();
    const pld_options options = one_thread();
    for (int i = 0; i < RATES; i++)
        rates[i] = pow(10, -6 + 5.99 * i / (RATES - 1));
    if (pld_mechanism_parse("dp-sgd:N=60000,batch=256,steps=16384,sigma=1", &mechanism, &step.count, NULL) != PLD_OK)
        return false;
    step.mechanism = mechanism;
    bool good = pld_query_tradeoff(&step, 1, rates, RATES, &options, NULL, NULL, attacks, NULL) == PLD_OK;
    for (int i = 0; i < RATES && good; i++)
        widest = fmax(widest, (attacks[i].true_positive.upper - attacks[i].true_positive.lower) / attacks[i].true_positive.upper);
    show("trade-off of 200 points", processor_seconds() - started, widest);
    pld_mechanism_free(mechanism);
    return good;
}

static bool schedule(void) {
    pld_composition *run = NULL;
    pld_result result;
    const pld_options options = one_thread();
    double started = processor_seconds();
    bool good = pld_composition_create(PLD_ADJACENCY_ADD_REMOVE, &run) == PLD_OK;
    for (int i = 0; i < SIGMAS && good; i++) {
        char spec[64];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=0.01,sigma=%d/100000", 80000 + 12 * i);
        good = pld_composition_add_spec(run, spec, NULL) == PLD_OK;
    }
    good = good && pld_composition_epsilon(run, logl(1e-5L), &options, &result, NULL) == PLD_OK;
    if (good)
        show("10,000 steps, a sigma each", processor_seconds() - started, result.bracket.upper - result.bracket.lower);
    pld_composition_free(run);
    return good;
}

int main(int argc, char **argv) {
    unit = stopwatch_unit();
    return log_steps(argc > 1 ? atol(argv[1]) : 10000) && trade_off() && schedule() ? 0 : 1;
}
