#include "base/base.h"
#include "plan/kernel_sketch.h"
#include "plan/tuning.h"
#include "query/shared.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* --- mean and variance of losses ------------------------------------------------------------------------------------ */

/* Of one step of each factor: roughly, to round by. */
typedef struct {
    size_t count;
    double *mean, *variance; /* of one allocation */
} spreads;

static pld_status make_spreads(const void *context, void *thing) {
    const pld__kernel_steps *steps = context;
    spreads *made = thing;
    made->mean = pld__allocate(2 * steps->count + 1, sizeof *made->mean);
    if (!made->mean)
        return PLD_ERROR_MEMORY;
    made->variance = made->mean + steps->count;
    made->count = steps->count;
    pld_status status = PLD_OK;
    for (size_t m = 0; m < steps->count && status == PLD_OK; m++) {
        pld__kernel_sketch sketch = {0};
        const pld__mean_ends *ends = &steps->factors[m].ends;
        status =
            pld__kernel_sketch_create(&steps->factors[m], (double)fmaxl(ends->p_high, ends->q_high) + SHARED_REACH, 0, &sketch);
        pld__kernel_moments found = status == PLD_OK ? pld__kernel_sketch_moments_at(&sketch, 0) : (pld__kernel_moments){0, 0, 0};
        made->mean[m] = found.first;
        made->variance[m] = found.second;
        pld__kernel_sketch_free(&sketch);
    }
    return status;
}

static void empty_spreads(void *thing) {
    spreads *made = thing;
    pld__free(made->mean);
}

static size_t bytes_of_spreads(const void *thing) {
    const spreads *made = thing;
    return 2 * made->count * sizeof *made->mean;
}

static const pld__shelf_kind SPREADS = {sizeof(spreads), make_spreads, empty_spreads, bytes_of_spreads};

/* Mean and standard deviation of the composed loss. */
static pld_status spread_of(pld__shelf *shelf, const pld__neighbour *at, const pld__kernel_steps *factors, double *mean,
                            double *deviation) {
    size_t size = (at->count + 1) * sizeof(uint64_t);
    uint64_t *key = pld__allocate(at->count + 1, sizeof *key);
    const void *thing = NULL;
    if (!key)
        return PLD_ERROR_MEMORY;
    key[0] = (uint64_t)at->direction;
    for (size_t i = 0; i < at->count; i++)
        key[i + 1] = (uint64_t)(uintptr_t)at->steps[i].mechanism;
    pld_status status = pld__shelf_take(shelf, &SPREADS, key, size, factors, &thing);
    pld__free(key);
    if (status != PLD_OK)
        return status;
    const spreads *found = thing;
    double variance = (double)factors->plain;
    *mean = variance / 2;
    for (size_t m = 0; m < found->count; m++) {
        *mean += (double)factors->factors[m].count * found->mean[m];
        variance += (double)factors->factors[m].count * found->variance[m];
    }
    *deviation = sqrt(variance);
    pld__shelf_return(shelf, thing);
    return PLD_OK;
}

/* --- rounding ------------------------------------------------------------------------------------------------------- */

uint64_t pld__neighbour_count(uint64_t count, int bits) {
    int length = 0;
    for (uint64_t rest = count; rest > 0; rest >>= 1)
        length++;
    if (length <= bits || length > 62)
        return count;
    uint64_t unit = UINT64_C(1) << (length - bits);
    return (count + unit / 2) / unit * unit;
}

/* The largest power of two that is not above. */
static double power_of_two(double value) {
    int power;
    (void)frexp(value, &power);
    return ldexp(1, power - 1);
}

static void round_log_delta(const pld__question *question, pld__neighbour *found) {
    double unit = power_of_two(-question->log_delta) * SHARED_LOG_DELTA;
    found->question.log_delta = -unit * floor(-question->log_delta / unit + 0.5);
    found->question.exact_log_delta = found->question.log_delta;
    found->beside_log = unit / 2;
}

/* Where losses are many standard deviations from 0, counts have more bits: epsilon does not move with them. */
static pld_status round_epsilon(pld__shelf *shelf, const pld__kernel_steps *factors, const pld__question *question,
                                pld__neighbour *found, int *bits) {
    double mean, deviation;
    pld_status status = spread_of(shelf, found, factors, &mean, &deviation);
    if (status != PLD_OK || !(deviation > 0 && deviation < 1e100))
        return status;
    for (double off = fabs(mean) / (1 << SHARED_BITS); off > deviation / 4 && *bits < 60; off /= 2)
        ++*bits;
    double unit = power_of_two(SHARED_DEVIATIONS * deviation);
    found->question.epsilon = unit * floor(question->epsilon / unit + 0.5);
    found->beside = unit / 2;
    return PLD_OK;
}

pld_status pld__neighbour_find(pld__shelf *shelf, const pld_step *steps, size_t count, const pld__kernel_steps *factors,
                               pld_direction direction, const pld__question *question, pld__neighbour *found) {
    *found = (pld__neighbour){.steps = steps, .count = count, .direction = direction, .question = *question};
    found->rounded = pld__allocate(count + 1, sizeof *found->rounded);
    if (!found->rounded)
        return PLD_ERROR_MEMORY;
    int bits = SHARED_BITS;
    pld_status status = PLD_OK;
    if (question->for_delta)
        status = round_epsilon(shelf, factors, question, found, &bits);
    else
        round_log_delta(question, found);
    for (size_t i = 0; i < count; i++)
        found->rounded[i] = (pld_step){steps[i].mechanism, pld__neighbour_count(steps[i].count, bits)};
    return status;
}

void pld__neighbour_free(pld__neighbour *neighbour) {
    pld__free(neighbour->rounded);
    *neighbour = (pld__neighbour){0};
}

pld_status pld__neighbour_take(const pld__neighbour *neighbour, const double *others, size_t other_count, pld__shelf *shelf,
                               const pld__shelf_kind *kind, const void *context, const void **thing) {
    const double numbers[] = {neighbour->question.for_delta ? 1 : 0,
                              neighbour->question.for_delta ? neighbour->question.epsilon : neighbour->question.log_delta,
                              neighbour->direction == PLD_REMOVE ? 0 : 1};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    size_t word_count = 2 * neighbour->count + NUMBERS + other_count;
    uint64_t *words = pld__allocate(word_count, sizeof *words);
    if (!words)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < neighbour->count; i++) {
        words[2 * i] = (uint64_t)(uintptr_t)neighbour->rounded[i].mechanism;
        words[2 * i + 1] = neighbour->rounded[i].count;
    }
    uint64_t *rest = words + 2 * neighbour->count;
    memcpy(rest, numbers, sizeof numbers);
    if (other_count > 0)
        memcpy(rest + NUMBERS, others, other_count * sizeof *others);
    pld_status status = pld__shelf_take(shelf, kind, words, word_count * sizeof *words, context, thing);
    pld__free(words);
    return status;
}
