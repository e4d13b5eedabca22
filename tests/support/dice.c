#include "support/dice.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

dice dice_create(uint64_t seed) {
    const char *given = getenv("PLD_TEST_SEED");
    if (given) {
        seed = strtoull(given, NULL, 10);
    }
    printf("[seed %" PRIu64 "] ", seed);
    fflush(stdout);
    return (dice){seed};
}

uint64_t dice_bits(dice *from) {
    from->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = from->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double dice_uniform(dice *from, double low, double high) {
    return low + (high - low) * ((double)(dice_bits(from) >> 11) * 0x1p-53);
}

double dice_logarithmic(dice *from, double low, double high) {
    return exp(dice_uniform(from, log(low), log(high)));
}

size_t dice_below(dice *from, size_t count) {
    return (size_t)(dice_bits(from) % count);
}

bool dice_chance(dice *from, double probability) {
    return dice_uniform(from, 0, 1) < probability;
}
