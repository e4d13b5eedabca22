/* Tests of src/verify/strip.c and moments.c: what a coarse grid says of E e^(sL) contains what a fine one says, random grids in
 * random places, and the bound for all higher frequencies holds at those that are computed. */
#include "verify/moments.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { PRECISION = 192, FREQUENCIES = 12, FURTHER = 5 };

typedef struct {
    pld__exact_steps exact;
    pld__verify_factors factors;
    pld__aim aim;
    pld_mechanism *mechanism;
} subject;

static subject make(const char *spec, pld_direction direction) {
    subject made;
    const char *family = NULL;
    uint64_t count = 0;
    made.mechanism = spec_mechanism(spec, &count);
    pld_step step = {made.mechanism, count};
    CU_ASSERT_EQUAL_FATAL(pld__exact_steps_read(&step, 1, &made.exact, &family), PLD_OK);
    CU_ASSERT_TRUE_FATAL(pld__verify_factors_init(&made.factors, &made.exact, direction, PRECISION));
    CU_ASSERT_TRUE_FATAL(pld__aim_init(&made.aim, made.factors.factors));
    return made;
}

static void release(subject *made) {
    pld__aim_clear(&made->aim);
    pld__verify_factors_clear(&made->factors);
    pld__exact_steps_free(&made->exact);
    pld_mechanism_free(made->mechanism);
}

static pld__verify_moments moments_init(uint64_t frequencies) {
    pld__verify_moments made = {.values = _acb_vec_init((slong)frequencies + 1)};
    arb_init(made.order);
    arb_init(made.end);
    return made;
}

static void moments_clear(pld__verify_moments *moments, uint64_t frequencies) {
    _acb_vec_clear(moments->values, (slong)frequencies + 1);
    arb_clear(moments->order);
    arb_clear(moments->end);
}

/* A mixture of any kind. */
static void random_spec(dice *from, char *spec, size_t size) {
    double sigma = dice_logarithmic(from, 0.4, 6), q = dice_logarithmic(from, 0.001, 0.6);
    switch (dice_below(from, 4)) {
    case 0:
        snprintf(spec, size, "poisson-gaussian:q=%.6g,sigma=%.6g", q, sigma);
        break;
    case 1:
        snprintf(spec, size, "poisson-gaussian:q=%.6g,sigma=%.6g,removed=%zu,added=%zu", q, sigma, 1 + dice_below(from, 5),
                 dice_below(from, 4));
        break;
    case 2:
        snprintf(spec, size, "hypergeometric-gaussian:N=50,B=%zu,k=%zu,sigma=%.6g,shift=%.6g", 1 + dice_below(from, 50),
                 1 + dice_below(from, 6), sigma, dice_uniform(from, 0.5, 2));
        break;
    default: { /* lists that do not overlap, and some that do */
        double w = dice_uniform(from, 0.05, 0.95), v = dice_uniform(from, 0.05, 0.95), low = dice_uniform(from, -0.2, 0);
        snprintf(spec, size, "mixture-gaussian:sigma=%.6g,pw=%.3f:%.3f,pm=0.5:%.3f,qw=%.3f:%.3f,qm=%.3f:%.3f", sigma, w, 1 - w,
                 dice_uniform(from, 0.6, 2), v, 1 - v, low, dice_uniform(from, 0, 0.5));
    }
    }
}

static pld__verify_grid spoil(dice *from, const pld__verify_grid *good) {
    pld__verify_grid made = *good;
    double wider = dice_uniform(from, 1, 8), cut = dice_uniform(from, 0.3, 1);
    made.step = ldexp(floor(ldexp(good->step * wider, 20)), -20);
    made.first = (slong)floor((double)good->first * good->step * cut / made.step);
    made.last = (slong)ceil((double)good->last * good->step * cut / made.step);
    made.rising *= dice_uniform(from, 0.2, 1.3);
    made.falling *= dice_uniform(from, 0.2, 1.3);
    made.order_height *= dice_uniform(from, 0.2, 1.3);
    made.height *= dice_uniform(from, 0.2, 1.5);
    made.room *= dice_uniform(from, 0.2, 1.5);
    return made;
}

/* Is the bound at least what it bounds? Both may be balls. */
static bool is_above(const arb_t bound, const arb_t value) {
    return !arb_lt(bound, value);
}

/* E e^(sL) at the order of a hint. */
static bool true_order(subject *made, const pld__hint *hint, arb_t value) {
    pld__hint there = {hint->order, hint->period, hint->order * 1.5, 1, PRECISION};
    pld__verify_grid grid;
    if (!pld__grid_find(&made->aim, &there, -80, &grid))
        return false;
    pld__verify_moments moments = moments_init(1);
    pld__verify_factor_moments(made->factors.factors, &there, &grid, &moments, PRECISION);
    arb_set(value, acb_realref(moments.values));
    moments_clear(&moments, 1);
    return true;
}

static void compare_grids(subject *made, const pld__hint *hint, const pld__verify_grid *fine_grid, const pld__verify_grid *grid,
                          const char *spec, size_t *finite) {
    pld__hint further = *hint;
    further.frequencies *= FURTHER;
    pld__verify_moments fine = moments_init(further.frequencies), coarse = moments_init(hint->frequencies);
    arb_t modulus;
    arb_init(modulus);
    pld__verify_factor_moments(made->factors.factors, &further, fine_grid, &fine, PRECISION);
    pld__verify_factor_moments(made->factors.factors, hint, grid, &coarse, 128);
    for (slong k = 0; k <= (slong)hint->frequencies; k++) {
        CHECK(acb_overlaps(fine.values + k, coarse.values + k), "%s, frequency %ld: tilt %g, step %g", spec, (long)k, hint->tilt,
              grid->step);
        *finite += acb_is_finite(coarse.values + k) != 0;
    }
    if (true_order(made, hint, modulus))
        CHECK(is_above(coarse.order, modulus), "%s: order", spec);
    for (slong k = (slong)hint->frequencies; k <= (slong)further.frequencies; k++) {
        acb_abs(modulus, fine.values + k, PRECISION);
        CHECK(is_above(coarse.end, modulus), "%s: beyond %ld", spec, (long)k);
    }
    arb_clear(modulus);
    moments_clear(&fine, further.frequencies);
    moments_clear(&coarse, hint->frequencies);
}

static void test_random_grids(void) {
    dice from = dice_create(6163);
    size_t finite = 0, all = 0;
    for (size_t i = 0; i < suite_cases(50); i++) {
        char spec[200];
        random_spec(&from, spec, sizeof spec);
        pld_mechanism *mechanism = NULL;
        uint64_t count = 0;
        if (pld_mechanism_parse(spec, &mechanism, &count, NULL) != PLD_OK)
            continue; /* lists whose loss does not increase */
        pld_mechanism_free(mechanism);
        subject made = make(spec, dice_chance(&from, 0.5) ? PLD_ADD : PLD_REMOVE);
        double tilt = dice_logarithmic(&from, 0.05, 30);
        pld__hint hint = {tilt, dice_logarithmic(&from, 0.5, 20), tilt * dice_uniform(&from, 1.01, 2), FREQUENCIES, PRECISION};
        pld__hint further = hint;
        pld__verify_grid fine, good;
        further.frequencies *= FURTHER;
        if (pld__grid_find(&made.aim, &further, -80, &fine) && pld__grid_find(&made.aim, &hint, -20, &good) &&
            fine.last - fine.first < 20000) {
            for (int j = 0; j < 3; j++) {
                pld__verify_grid spoiled = spoil(&from, &good);
                compare_grids(&made, &hint, &fine, j == 0 ? &good : &spoiled, spec, &finite);
                all += FREQUENCIES + 1;
            }
        }
        release(&made);
    }
    CHECK(finite > all / 10, "only %zu of %zu moments were finite", finite, all);
}

/* The bound of the decay is not only true but of use: within a factor of 2.5 of log |M(s)/M(tilt)| where that has fallen to
 * e^(-100/count). */
static void test_decay_is_sharp(void) {
    subject made = make("poisson-gaussian:q=256/60000,sigma=1@16384", PLD_REMOVE);
    pld__hint hint = {5.5, 18, 8.8, 53, 128};
    pld__verify_grid grid;
    CU_ASSERT_TRUE_FATAL(pld__grid_find(&made.aim, &hint, -60, &grid));
    pld__verify_moments moments = moments_init(hint.frequencies);
    arb_t modulus, ratio;
    arb_init(modulus);
    arb_init(ratio);
    pld__verify_factor_moments(made.factors.factors, &hint, &grid, &moments, 128);
    acb_abs(modulus, moments.values + 53, 128);
    arb_div(ratio, modulus, acb_realref(moments.values), 128);
    arb_log(ratio, ratio, 128);
    arb_div(modulus, moments.end, acb_realref(moments.values), 128);
    arb_log(modulus, modulus, 128);
    arb_div(ratio, ratio, modulus, 128);
    double times = arf_get_d(arb_midref(ratio), ARF_RND_NEAR);
    CHECK(times >= 1 && times < 2.5, "log |M| is %g times its bound", times);
    arb_clear(modulus);
    arb_clear(ratio);
    moments_clear(&moments, hint.frequencies);
    release(&made);
}

/* Nodes too far apart, or too few of them: what the line lacks then is in its bound (T63), which stays above |M| near t = 0,
 * where that has hardly fallen. */
static void test_bad_lines(void) {
    subject made = make("poisson-gaussian:q=0.3,sigma=1", PLD_REMOVE);
    pld__hint hint = {6, 6000, 7, 1, 128}; /* the integrand is a bell around 7 */
    pld__verify_grid good;
    CU_ASSERT_TRUE_FATAL(pld__grid_find(&made.aim, &hint, -60, &good));
    pld__verify_grid far = good, few = good;
    far.step = 14;
    far.first = -1;
    far.last = 1;
    few.last = (slong)(7.2 / good.step);
    const pld__verify_grid *grids[] = {&good, &far, &few};
    arb_t modulus;
    arb_init(modulus);
    for (size_t i = 0; i < COUNT_OF(grids); i++) {
        pld__verify_moments true_ones = moments_init(1), moments = moments_init(1);
        pld__verify_factor_moments(made.factors.factors, &hint, &good, &true_ones, 128);
        pld__verify_factor_moments(made.factors.factors, &hint, grids[i], &moments, 128);
        acb_abs(modulus, true_ones.values + 1, 128);
        CHECK(is_above(moments.end, modulus), "a line of grid %zu is below the moment", i);
        CHECK(i > 0 || arb_is_finite(moments.end), "a good line has no bound");
        moments_clear(&true_ones, 1);
        moments_clear(&moments, 1);
    }
    arb_clear(modulus);
    release(&made);
}

int main(void) {
    CU_TestInfo tests[] = {{"random grids", test_random_grids},
                           {"decay is sharp", test_decay_is_sharp},
                           {"bad lines", test_bad_lines},
                           CU_TEST_INFO_NULL};
    return suite_run("verify/moments", tests);
}
