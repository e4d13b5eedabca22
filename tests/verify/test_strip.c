/* Tests of src/verify/strip.c: sums over coarse nodes against sums over fine ones, which are the integrals. The errors found are
 * within the bounds, and not always far below them. */
#include "verify/strip.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { PRECISION = 160, FINER = 16 };

typedef struct {
    pld__verify_mixture mixture;
    arb_t tilt, t, height;
    double low, high; /* where the integrand is */
} subject;

static bool subject_init(subject *made, dice *from) {
    char spec[160];
    const char *family = NULL;
    uint64_t count = 0;
    size_t removed = dice_below(from, 4);
    snprintf(spec, sizeof spec, "poisson-gaussian:q=%.6g,sigma=%.6g,removed=%zu,added=%zu", dice_logarithmic(from, 0.02, 0.8),
             dice_logarithmic(from, 0.7, 3), removed, dice_below(from, 3) + (removed == 0));
    pld_mechanism *mechanism = spec_mechanism(spec, &count);
    pld_step step = {mechanism, count};
    pld__exact_steps exact;
    CU_ASSERT_EQUAL_FATAL(pld__exact_steps_read(&step, 1, &exact, &family), PLD_OK);
    bool fine = pld__verify_mixture_init(&made->mixture, exact.steps, dice_chance(from, 0.5) ? PLD_ADD : PLD_REMOVE, PRECISION);
    pld__exact_steps_free(&exact);
    pld_mechanism_free(mechanism);
    double tilt = dice_logarithmic(from, 0.3, 60), t = dice_chance(from, 0.5) ? dice_uniform(from, 0, 10) : 0;
    arb_init(made->tilt);
    arb_init(made->t);
    arb_init(made->height);
    arb_set_d(made->tilt, tilt);
    arb_set_d(made->t, t);
    double most = arf_get_d(arb_midref(made->mixture.high), ARF_RND_NEAR);
    made->low = -tilt * most - 15;
    made->high = (1 + tilt) * most + 15;
    return fine;
}

static void subject_clear(subject *made) {
    pld__verify_mixture_clear(&made->mixture);
    arb_clear(made->tilt);
    arb_clear(made->t);
    arb_clear(made->height);
}

/* P^(1+s) Q^-s at x, or at height 0 and t = 0 its modulus there, or its modulus at x + i height. */
typedef enum { TURNING, PLAIN, ALONG } what;

static void integrand(const subject *made, what kind, const arb_t x, acb_t value) {
    acb_t log_p, log_q, s, z;
    acb_init(log_p);
    acb_init(log_q);
    acb_init(s);
    acb_init(z);
    if (kind == ALONG)
        arb_set(acb_imagref(z), made->height);
    arb_set(acb_realref(z), x);
    pld__verify_mixture_complex_logs(&made->mixture, x, acb_imagref(z), log_p, log_q, PRECISION);
    acb_sub(value, log_p, log_q, PRECISION);
    arb_set(acb_realref(s), made->tilt);
    if (kind != PLAIN)
        arb_set(acb_imagref(s), made->t);
    acb_mul(value, value, s, PRECISION);
    acb_add(value, value, log_p, PRECISION);
    acb_sqr(z, z, PRECISION);
    acb_mul_2exp_si(z, z, -1);
    acb_sub(value, value, z, PRECISION);
    if (kind == ALONG)
        arb_zero(acb_imagref(value));
    acb_exp(value, value, PRECISION);
    acb_clear(log_p);
    acb_clear(log_q);
    acb_clear(s);
    acb_clear(z);
}

static void sum_nodes(const subject *made, what kind, double step, acb_t sum) {
    acb_t value;
    arb_t x;
    acb_init(value);
    arb_init(x);
    acb_zero(sum);
    for (double node = ceil(made->low / step); node * step <= made->high; node++) {
        arb_set_d(x, node * step); /* exact: the step is a power of two */
        integrand(made, kind, x, value);
        acb_add(sum, sum, value, PRECISION);
    }
    arb_set_d(x, step);
    acb_mul_arb(sum, sum, x, PRECISION);
    acb_clear(value);
    arb_clear(x);
}

/* Bounds that hold, and those within 1e9 of the error: the form that holds everywhere is loose. */
typedef struct {
    size_t cases, sharp;
} tally;

static void judge(const subject *made, what kind, double step, const arb_t bound, tally *count, double height, double room) {
    acb_t coarse, fine, plain;
    arb_t found, allowed;
    acb_init(coarse);
    acb_init(fine);
    acb_init(plain);
    arb_init(found);
    arb_init(allowed);
    sum_nodes(made, kind, step, coarse);
    sum_nodes(made, kind, step / FINER, fine);
    sum_nodes(made, PLAIN, step / FINER, plain);
    acb_sub(coarse, coarse, fine, PRECISION);
    acb_abs(found, coarse, PRECISION);
    arb_mul(allowed, bound, acb_realref(plain), PRECISION);
    CHECK(!arb_gt(found, allowed), "error of kind %d above its bound: tilt %g, t %g, step %g, height %g, room %g", (int)kind,
          arf_get_d(arb_midref(made->tilt), ARF_RND_NEAR), arf_get_d(arb_midref(made->t), ARF_RND_NEAR), step, height, room);
    arb_mul_ui(found, found, 1000000000, PRECISION);
    count->cases++;
    count->sharp += arb_gt(found, allowed) != 0;
    acb_clear(coarse);
    acb_clear(fine);
    acb_clear(plain);
    arb_clear(found);
    arb_clear(allowed);
}

static void keep_least(arb_t least, const arb_t found) {
    if (arb_is_finite(found) && (!arb_is_finite(least) || arb_lt(found, least)))
        arb_set(least, found);
}

/* Each side at its best height. */
static void test_error(void) {
    dice from = dice_create(61);
    tally count = {0, 0};
    for (size_t i = 0; i < suite_cases(60); i++) {
        subject made;
        arb_t rising, falling, found;
        arb_init(rising);
        arb_init(falling);
        arb_init(found);
        CU_ASSERT_TRUE_FATAL(subject_init(&made, &from));
        arb_pos_inf(rising);
        arb_pos_inf(falling);
        double cone = 3.14159 / arf_get_d(arb_midref(made.mixture.spread), ARF_RND_NEAR),
               step = ldexp(1, -(int)dice_below(&from, 4));
        for (int j = 1; j < 40; j++) {
            pld__strip_error(&made.mixture, made.tilt, made.t, cone * j / 40, step, true, found, PRECISION);
            keep_least(rising, found);
            pld__strip_error(&made.mixture, made.tilt, made.t, cone * j / 40, step, false, found, PRECISION);
            keep_least(falling, found);
        }
        pld__strip_error(&made.mixture, made.tilt, made.t, cone * 1.01, step, false, found, PRECISION);
        CU_ASSERT_FALSE(arb_is_finite(found)); /* no hypothesis, no bound */
        arb_add(rising, rising, falling, PRECISION);
        judge(&made, TURNING, step, rising, &count, 0, 0);
        arb_clear(rising);
        arb_clear(falling);
        arb_clear(found);
        subject_clear(&made);
    }
    CHECK(count.sharp * 5 >= count.cases, "only %zu of %zu bounds are within 1e9 of the error", count.sharp, count.cases);
}

static void test_line(void) {
    dice from = dice_create(63);
    tally count = {0, 0};
    for (size_t i = 0; i < suite_cases(60); i++) {
        subject made;
        arb_t least, found;
        arb_init(least);
        arb_init(found);
        CU_ASSERT_TRUE_FATAL(subject_init(&made, &from));
        arb_pos_inf(least);
        double cone = 3.14159 / arf_get_d(arb_midref(made.mixture.spread), ARF_RND_NEAR);
        double step = ldexp(1, 1 - (int)dice_below(&from, 4)), height = cone * dice_uniform(&from, 0.05, 0.95);
        arb_set_d(made.height, height);
        for (int j = 1; j < 40; j++) {
            pld__strip_line_error(&made.mixture, made.tilt, height, cone * j / 40, step, found, PRECISION);
            keep_least(least, found);
            if (cone * j / 40 + height > cone)
                CU_ASSERT_FALSE(arb_is_finite(found));
        }
        if (arb_is_finite(least))
            judge(&made, ALONG, step, least, &count, height, 0);
        arb_clear(least);
        arb_clear(found);
        subject_clear(&made);
    }
    CHECK(count.cases > 0, "no line was tried");
}

static double bound_of(const subject *made, double height, double room, double step) {
    arb_t found;
    arb_init(found);
    pld__strip_line_error(&made->mixture, made->tilt, height, room, step, found, PRECISION);
    double value = arb_is_finite(found) ? arf_get_d(arb_midref(found), ARF_RND_NEAR) : INFINITY;
    arb_clear(found);
    return value;
}

/* The bound along a line is the formula of (T63), and there is none where one of its hypotheses fails: a room that is wider than
 * the line is high where angles need not grow, above all. */
static void test_line_hypotheses(void) {
    dice from = dice_create(6363);
    size_t refused = 0, given = 0;
    for (size_t i = 0; i < suite_cases(200); i++) {
        subject made;
        CU_ASSERT_TRUE_FATAL(subject_init(&made, &from));
        double spread = arf_get_d(arb_midref(made.mixture.spread), ARF_RND_NEAR), step = 0.5,
               q_spread = arf_get_d(arb_midref(made.mixture.q_spread), ARF_RND_NEAR), cone = 3.14159265358979 / spread;
        double height = cone * dice_uniform(&from, 0.01, 1), room = cone * dice_uniform(&from, 0.01, 1),
               top = (height + room) / cone;
        double tilt = arf_get_d(arb_midref(made.tilt), ARF_RND_NEAR), got = bound_of(&made, height, room, step);
        bool grows = top <= 0.5, above = room <= height && top < 1;
        if (fabs(top - 0.5) < 1e-9 || fabs(top - 1) < 1e-9)
            continue;
        CHECK(isfinite(got) == (grows || above), "height %g, room %g of the cone: %g", height / cone, room / cone, got);
        if (grows || above) {
            double cosines = cos((height + room) * q_spread / 2) * cos((height - room) * q_spread / 2);
            double expected = 2 * exp((height * height + room * room) / 2) * pow(cosines, -tilt / 2) /
                              expm1(2 * 3.14159265358979 * room / step);
            CHECK(got > expected * (1 - 1e-9) && got < expected * (1 + 1e-9), "%.12g instead of %.12g", got, expected);
            CU_ASSERT_FALSE(isfinite(bound_of(&made, -height, room, step)));
            CU_ASSERT_FALSE(isfinite(bound_of(&made, height, 0, step)));
            made.mixture.oriented = false;
            CU_ASSERT_FALSE(isfinite(bound_of(&made, height, room, step)));
            made.mixture.oriented = true;
            arb_neg(made.tilt, made.tilt);
            CU_ASSERT_FALSE(isfinite(bound_of(&made, height, room, step)));
        }
        refused += !(grows || above);
        given += grows || above;
        subject_clear(&made);
    }
    CU_ASSERT_TRUE(refused > (SANITIZED ? 2 : 20) && given > (SANITIZED ? 2 : 20));
}

int main(void) {
    CU_TestInfo tests[] = {{"error", test_error}, {"line", test_line}, {"hypotheses", test_line_hypotheses}, CU_TEST_INFO_NULL};
    return suite_run("verify/strip", tests);
}
