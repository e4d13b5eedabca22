/* Tests of src/pair/mixture_masses.c: masses of cells against plain long double integrals (support/pairs.c), each from both
 * sides: the error is within the promise, and the promise within a factor of the error. */
#include "pair/mixture_support.h"

#include "base/base.h"

#include <stdio.h>

enum { SEED = 20240607 };

typedef struct {
    double rho, kappa; /* worst errors over their promises */
} shares;

static size_t compared_tails;

/* A cell as differences of tails, taken where both are small; for wide cells. */
static long double tail_difference(const reference_side *side, double low, double high) {
    long double sum = 0;
    for (size_t i = 0; i < side->count; i++) {
        long double a = (low - side->mean[i]) * sqrtl(0.5L), b = (high - side->mean[i]) * sqrtl(0.5L);
        sum += side->weight[i] * (a > 0 ? erfcl(a) - erfcl(b) : erfcl(-b) - erfcl(-a)) / 2;
    }
    return sum;
}

static void check_bucket(const test_pair *pair, double left, double right, size_t cuts, double reference, shares *worst) {
    enum { MOST = 16 };
    double p[MOST], q[MOST], unit;
    pld__accuracy accuracy =
        pair->mechanism->operations->masses(pair->mechanism->pair, left, right, cuts, reference, p, q, &unit);
    CU_ASSERT(accuracy.rho > 0 && accuracy.kappa > 0);
    double low = left;
    for (size_t i = 0; i < cuts; i++) {
        double high = i + 1 == cuts ? right : left + (right - left) * ((double)(i + 1) / (double)cuts);
        long double log_p = reference_log_between(&pair->reference.p, low, high);
        long double log_q = reference_log_between(&pair->reference.q, low, high);
        if (high - low > 0.2 && fminl(log_p, log_q) > -5000) {
            CU_ASSERT(fabsl(log_p - logl(tail_difference(&pair->reference.p, low, high))) <= 1e-15L);
            CU_ASSERT(fabsl(log_q - logl(tail_difference(&pair->reference.q, low, high))) <= 1e-15L);
            compared_tails++;
        }
        /* The cut itself is rounded, which moves mass from a cell to its neighbour: no error of the law, but of this comparison.
         */
        double label = i + 1 == cuts && i == 0 ? 0 : 4 * PLD__U * (fabs(left) + fabs(right)) / (high - low);
        double p_error = (double)fabsl(logl((long double)p[i]) + unit - log_p);
        double q_error = (double)fabsl(logl((long double)q[i]) + unit - reference - log_q);
        double ratio_error = (double)fabsl(logl((long double)p[i] / q[i]) + reference - (log_p - log_q));
        double rho = fmax(p_error, q_error);
        CHECK(rho <= accuracy.rho + label && ratio_error <= accuracy.kappa,
              "%s: [%.17g, %.17g] in %zu, reference %.17g, cell %zu: p %g q %g rho %g, ratio %g kappa %g", pair->name, left,
              right, cuts, reference, i, p_error, q_error, accuracy.rho, ratio_error, accuracy.kappa);
        worst->rho = fmax(worst->rho, (rho - label) / accuracy.rho);
        worst->kappa = fmax(worst->kappa, ratio_error / accuracy.kappa);
        low = high;
    }
}

/* Random buckets, wide and narrow, as cells.c asks for them and with more cuts. */
static shares check_masses(const test_pair *pair, dice *state, int rounds) {
    shares worst = {0, 0};
    double low, high;
    pair->mechanism->operations->bulk(pair->mechanism->pair, &low, &high);
    for (int round = 0; round < rounds; round++) {
        double left = dice_uniform(state, low, high), width = pow(10, dice_uniform(state, -7, 0.5));
        size_t cuts = round % 3 ? 4 : 1 + (size_t)(dice_uniform(state, 0, 1) * 12);
        /* Narrow in the loss as buckets are, so that neither mass can vanish beside the other. */
        double right = fmin(left + width, high);
        while (loss_at(pair, right) - loss_at(pair, left) > 20) {
            right = left + (right - left) / 4;
        }
        double reference = loss_at(pair, left) + dice_uniform(state, -0.01, 0.01);
        check_bucket(pair, left, right, cuts, reference, &worst);
    }
    return worst;
}

static void test_masses(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        shares worst = check_masses(&pair, &state, 400);
        /* Promised at most 100 times what is needed. */
        CU_ASSERT(worst.rho > 0.01 && worst.kappa > 0.01);
        printf("%.2g/%.2g ", worst.rho, worst.kappa);
        pair_free(&pair);
    }
    CU_ASSERT(compared_tails > 100); /* quadrature and erfc agreed that often */
}

static void test_masses_extreme(void) {
    dice state = dice_create(SEED);
    test_pair sharp = pair_create_gaussian(0.02), blunt = pair_create_gaussian(1000), group = pair_create_group(0.01, 1.3, 300),
              sharp_group = pair_create_group(0.3, 0.03, 6), large = pair_create_group(0.5, 0.7, 1000);
    check_masses(&sharp, &state, 400);
    check_masses(&blunt, &state, 400);
    check_masses(&group, &state, 20);
    check_masses(&sharp_group, &state, 400);
    check_masses(&large, &state, 8);
    pair_free(&sharp);
    pair_free(&blunt);
    pair_free(&group);
    pair_free(&sharp_group);
    pair_free(&large);
}

/* The reference only moves a factor from one place to another. */
static void test_masses_reference(void) {
    test_pair pair = pair_create_gaussian(0.05);
    shares worst = {0, 0};
    for (double left = -11; left < 31; left += 0.77) {
        for (double away = -30; away <= 30; away += 15) {
            check_bucket(&pair, left, left + 0.003, 4, loss_at(&pair, left) + away, &worst);
            check_bucket(&pair, left, left + 0.4, 5, loss_at(&pair, left) + away, &worst);
        }
    }
    pair_free(&pair);
}

int main(void) {
    static CU_TestInfo tests[] = {{"masses", test_masses},
                                  {"masses, extreme pairs", test_masses_extreme},
                                  {"masses, far references", test_masses_reference},
                                  CU_TEST_INFO_NULL};
    return suite_run("pair/mixture_masses", tests);
}
