/* Tests of src/pair/mixture_monotone.c: whatever is accepted has a loss that increases. */
#include "pair/mixture_support.h"

#include <stdio.h>

enum { SEED = 20240607 };

typedef struct {
    size_t p_count, q_count;
    double p_weight[4], p_mean[4], q_weight[4], q_mean[4];
} lists;

static pld_status create(const lists *list, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_mixture_gaussian(1, list->p_count, list->p_weight, list->p_mean, list->q_count, list->q_weight,
                                                 list->q_mean, 1, mechanism, error);
}

static void test_monotone(void) {
    static const lists accepted[] = {
        {1, 1, {1}, {1}, {1}, {0}},
        {1, 1, {1}, {1e-9}, {1}, {0}},
        {2, 1, {0.5, 0.5}, {0, 1}, {1}, {0}},
        {3, 3, {0.2, 0.3, 0.5}, {0, 1, 2}, {0.5, 0.3, 0.2}, {0, 1, 2}},
        {2, 2, {0.5, 0.5}, {0, 3}, {0.5, 0.5}, {-3, 0}},
        /* No monotone likelihood ratio of the weights (0, infinite, 0, infinite), yet an increasing loss: the second proof. */
        {2, 2, {0.5, 0.5}, {0.9, 1.1}, {0.999, 0.001}, {0, 1}},
        {2, 3, {0.3, 0.7}, {0.5, 4}, {0.6, 0.3, 0.1}, {-2, 0, 0.75}},
        {3, 3, {0.1, 0.2, 0.7}, {0, 1.5, 2.5}, {0.7, 0.2, 0.1}, {-1, 0.25, 2}},
    };
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        pld_mechanism *mechanism = NULL;
        pld_error error = {.message = ""};
        pld_status status = create(&accepted[i], &mechanism, &error);
        if (status != PLD_OK) {
            printf("case %zu: %s\n", i, error.message);
        }
        CU_ASSERT_EQUAL(status, PLD_OK);
        pld_mechanism_free(mechanism);
    }
}

static void test_not_monotone(void) {
    static const lists refused[] = {
        {1, 1, {1}, {-1}, {1}, {0}},
        {2, 1, {0.5, 0.5}, {-1, 1}, {1}, {0}},
        {1, 2, {1}, {0}, {0.5, 0.5}, {-1, 1}},
        {2, 2, {0.5, 0.5}, {0, 1}, {0.4, 0.6}, {0, 1}},
        {3, 3, {0.4, 0.2, 0.4}, {0, 1, 2}, {0.2, 0.6, 0.2}, {0, 1, 2}},
        {2, 2, {1 - 1e-9, 1e-9}, {1, 30}, {1 - 1e-6, 1e-6}, {0, 20}}, /* falls between 10 and 20, where almost nothing lies */
        {2, 1, {1 - 1e-12, 1e-12}, {1, -1}, {1}, {0}},                /* falls far to the left */
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        pld_mechanism *mechanism = NULL;
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(create(&refused[i], &mechanism, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_PTR_NULL(mechanism);
        CU_ASSERT(error.word[0] && error.message[0] && error.allowed[0]);
        CU_ASSERT_EQUAL(create(&refused[i], &mechanism, NULL), PLD_ERROR_ARGUMENT);
    }
}

/* Whatever is accepted has a positive slope everywhere we look; most of what has one by a margin is accepted. */
static void test_random_mixtures(void) {
    dice state = dice_create(SEED);
    int accepted = 0, missed = 0;
    for (int round = 0; round < 3000; round++) {
        lists list = {.p_count = 1 + (size_t)(dice_uniform(&state, 0, 1) * 3),
                      .q_count = 1 + (size_t)(dice_uniform(&state, 0, 1) * 3)};
        double p_total = 0, q_total = 0;
        for (size_t i = 0; i < 3; i++) {
            p_total += list.p_weight[i] = i < list.p_count ? pow(10, dice_uniform(&state, -4, 0)) : 0;
            q_total += list.q_weight[i] = i < list.q_count ? pow(10, dice_uniform(&state, -4, 0)) : 0;
            list.p_mean[i] = dice_uniform(&state, -1, 6);
            list.q_mean[i] = dice_uniform(&state, -6, 1);
        }
        for (size_t i = 0; i < 3; i++) {
            list.p_weight[i] /= p_total;
            list.q_weight[i] /= q_total;
        }
        pld_mechanism *mechanism = NULL;
        pld_status status = create(&list, &mechanism, NULL);
        reference_side p = {list.p_count, (long double[3]){0}, (long double[3]){0}},
                       q = {list.q_count, (long double[3]){0}, (long double[3]){0}};
        for (size_t i = 0; i < 3; i++) {
            p.weight[i] = list.p_weight[i];
            p.mean[i] = list.p_mean[i];
            q.weight[i] = list.q_weight[i];
            q.mean[i] = list.q_mean[i];
        }
        reference_pair pair = {.p = p, .q = q};
        long double least = INFINITY, slope, ends[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
        for (size_t i = 0; i < list.p_count; i++) {
            ends[0] = fminl(ends[0], p.mean[i]);
            ends[2] = fmaxl(ends[2], p.mean[i]);
        }
        for (size_t i = 0; i < list.q_count; i++) {
            ends[1] = fminl(ends[1], q.mean[i]);
            ends[3] = fmaxl(ends[3], q.mean[i]);
        }
        /* The slopes far to the left and far to the right. */
        least = fminl(ends[0] - ends[1], ends[2] - ends[3]);
        double step = status == PLD_OK ? 0.25 : 0.01;
        for (double x = -60; x <= 60 && least > -1e-15L; x += step) {
            reference_loss(&pair, x, &slope);
            least = fminl(least, slope);
        }
        CU_ASSERT(status == PLD_OK || status == PLD_ERROR_ARGUMENT);
        CU_ASSERT(status != PLD_OK || least >= -1e-15L);
        accepted += status == PLD_OK;
        missed += status != PLD_OK && least > 0.01L;
        pld_mechanism_free(mechanism);
    }
    printf("%d of 3000 accepted, %d missed ", accepted, missed);
    CU_ASSERT(accepted > 300 && accepted < 2900);
    CU_ASSERT_EQUAL(missed, 0);
}

int main(void) {
    static CU_TestInfo tests[] = {{"monotone", test_monotone},
                                  {"not monotone", test_not_monotone},
                                  {"random mixtures", test_random_mixtures},
                                  CU_TEST_INFO_NULL};
    return suite_run("pair/mixture_monotone", tests);
}
