/* Tests of src/pair/weights.c against exact rationals (tests/reference/weights.csv, made by make_weights.py beside it). */
#include "pair/weights.h"

#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The relative error promised in weights.h: 4 units of 2^-64 times (distance from the mode + 4). */
static long double allowed(long distance) {
    return 4 * 0x1p-64L * (long double)(labs(distance) + 4);
}

static long double *fill(const char *law, uint64_t population, const char *second, uint64_t k) {
    long double *weight = malloc((k + 1) * sizeof *weight);
    CU_ASSERT_PTR_NOT_NULL_FATAL(weight);
    if (strcmp(law, "binomial") == 0) {
        pld__weights_binomial(k, strtod(second, NULL), weight);
    } else {
        pld__weights_hypergeometric(population, strtoull(second, NULL, 10), k, weight);
    }
    return weight;
}

/* Doubles are a few ulps apart at most where the promise is far below an ulp. */
static bool nearly_same_double(long double value, long double truth) {
    double a = (double)value, b = (double)truth;
    return a == b || nextafter(a, b) == b;
}

static void test_table(void) {
    FILE *file = fopen(PLD_TESTS_DIR "/reference/weights.csv", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[256], held[160] = "";
    long double *weight = NULL, worst = 0;
    size_t rows = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char law[32], second[48], number[64], key[160];
        unsigned long long population, k, j;
        long mode;
        int fields = sscanf(line, "%31[^,],%llu,%47[^,],%llu,%llu,%ld,%63s", law, &population, second, &k, &j, &mode, number);
        CU_ASSERT_EQUAL_FATAL(fields, 7);
        snprintf(key, sizeof key, "%s %llu %s %llu", law, population, second, k);
        if (strcmp(key, held) != 0) {
            free(weight);
            weight = fill(law, population, second, k);
            strcpy(held, key);
        }
        long double truth = strtold(number, NULL);
        rows++;
        if (truth < LDBL_MIN) {
            /* Zero, or below the range of long double: as small as its last steps can be. */
            CU_ASSERT(weight[j] >= 0 && weight[j] <= 2 * LDBL_MIN);
            continue;
        }
        long double error = fabsl(weight[j] / truth - 1), share = error / allowed((long)j - mode);
        CHECK(share <= 1 && nearly_same_double(weight[j], truth), "%s j=%llu: %.21Lg instead of %s", key, j, weight[j], number);
        worst = fmaxl(worst, share);
    }
    free(weight);
    fclose(file);
    CU_ASSERT(rows > 500);
    printf("%zu weights, worst error %.3Lf of the promise ", rows, worst);
    /* A promise that is never nearly used would be a loose one. */
    CU_ASSERT(worst > 0.05L);
}

static void test_sums(void) {
    static const struct {
        uint64_t population, batch, k;
    } cases[] = {{1000000000, 1000000, 1000}, {60000, 256, 10}, {60000, 59500, 1000}, {7, 7, 7}, {1, 1, 1}};
    static long double weight[1001];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t k = (size_t)cases[i].k;
        long double sum = 0, mean = 0;
        pld__weights_hypergeometric(cases[i].population, cases[i].batch, cases[i].k, weight);
        for (size_t j = 0; j <= k; j++) {
            sum += weight[j];
            mean += (long double)j * weight[j];
        }
        long double expected = (long double)cases[i].batch * (long double)k / (long double)cases[i].population;
        CU_ASSERT(fabsl(sum - 1) <= 64 * LDBL_EPSILON);
        CU_ASSERT(fabsl(mean / expected - 1) <= 256 * LDBL_EPSILON);
    }
}

/* Drawing from the marked or from the unmarked: Hyp(j; N, B, k) = Hyp(k - j; N, N - B, k). */
static void test_complement(void) {
    long double drawn[41], left[41];
    pld__weights_hypergeometric(1000, 123, 40, drawn);
    pld__weights_hypergeometric(1000, 877, 40, left);
    for (size_t j = 0; j <= 40; j++) {
        CU_ASSERT(fabsl(drawn[j] / left[40 - j] - 1) <= 2 * allowed(40));
    }
}

static void test_binomial_ends(void) {
    long double weight[4];
    pld__weights_binomial(3, 0, weight);
    CU_ASSERT(weight[0] == 1 && weight[1] == 0 && weight[2] == 0 && weight[3] == 0);
    pld__weights_binomial(3, 1, weight);
    CU_ASSERT(weight[0] == 0 && weight[1] == 0 && weight[2] == 0 && weight[3] == 1);
    pld__weights_binomial(0, 0.5, weight);
    CU_ASSERT(weight[0] == 1);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"exact rationals", test_table},
        {"sums and means", test_sums},
        {"complement", test_complement},
        {"probabilities 0 and 1", test_binomial_ends},
        CU_TEST_INFO_NULL,
    };
    return suite_run("weights", tests);
}
