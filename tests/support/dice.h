/* Random numbers that can be repeated: splitmix64 from a printed seed. */
#ifndef TESTS_SUPPORT_DICE_H
#define TESTS_SUPPORT_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dice {
    uint64_t state;
} dice;

/* The seed of environment variable PLD_TEST_SEED, or the given one; printed. */
dice dice_create(uint64_t seed);

uint64_t dice_bits(dice *from);
double dice_uniform(dice *from, double low, double high);
/* Uniform in the logarithm; low > 0. */
double dice_logarithmic(dice *from, double low, double high);
/* 0 .. count - 1. */
size_t dice_below(dice *from, size_t count);
bool dice_chance(dice *from, double probability);

#endif
