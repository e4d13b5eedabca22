/* What the README assumes of the C library's functions, measured against ball arithmetic on random and corner arguments. An ulp
 * is that of a double (53 bits), for the long functions that of the 64 bits asked of a long double, however many there are. */
#include "base/complex.h"

#include "support/dice.h"
#include "support/suite.h"

#include <acb.h>
#include <acb_hypgeom.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

/* --- exact numbers -------------------------------------------------------------------------------------------------- */

static void set_exactly(arb_t to, long double x) {
    int exponent;
    arb_t part;
    arb_init(part);
    arb_zero(to);
    for (long double rest = frexpl(x, &exponent); rest != 0; exponent -= 30) {
        long double digits = truncl(ldexpl(rest, 30));
        arb_set_si(part, (slong)digits);
        arb_mul_2exp_si(part, part, exponent - 30);
        arb_add(to, to, part, ARF_PREC_EXACT);
        rest = ldexpl(rest, 30) - digits;
    }
    arb_clear(part);
}

/* |found - truth| in ulps of the truth, rounded up. */
static double ulps(long double found, const arb_t truth, bool is_long) {
    arb_t difference;
    arb_init(difference);
    set_exactly(difference, found);
    arb_sub(difference, difference, truth, ARF_PREC_EXACT);
    slong digits = is_long ? 64 : DBL_MANT_DIG, least = is_long ? -16381 : DBL_MIN_EXP,
          exponent = arf_is_zero(arb_midref(truth)) ? least : arf_abs_bound_lt_2exp_si(arb_midref(truth));
    arb_mul_2exp_si(difference, difference, digits - (exponent > least ? exponent : least));
    arf_t bound;
    arf_init(bound);
    arb_get_abs_ubound_arf(bound, difference, 64);
    double answer = arf_get_d(bound, ARF_RND_UP);
    arf_clear(bound);
    arb_clear(difference);
    return answer;
}

/* --- functions of the C library, and their truths ------------------------------------------------------------------- */

typedef void truth_function(arb_t result, const arb_t x, const arb_t y, slong precision);

static void true_exp(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_exp(result, x, precision);
}
static void true_log(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_log(result, x, precision);
}
static void true_expm1(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_expm1(result, x, precision);
}
static void true_log1p(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_log1p(result, x, precision);
}
static void true_sin(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_sin(result, x, precision);
}
static void true_cos(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_cos(result, x, precision);
}
static void true_erfc(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_hypgeom_erfc(result, x, precision);
}
static void true_sqrt(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_sqrt(result, x, precision);
}
static void true_log2(arb_t result, const arb_t x, const arb_t y, slong precision) {
    (void)y, arb_log_base_ui(result, x, 2, precision);
}
static void true_hypot(arb_t result, const arb_t x, const arb_t y, slong precision) {
    arb_hypot(result, x, y, precision);
}
/* atan2 takes y first. */
static void true_atan2(arb_t result, const arb_t y, const arb_t x, slong precision) {
    arb_atan2(result, y, x, precision);
}
static void true_clog_real(arb_t result, const arb_t x, const arb_t y, slong precision) {
    arb_hypot(result, x, y, precision);
    arb_log(result, result, precision);
}

static double cabs_of(double x, double y) {
    return cabs(pld__complex(x, y));
}
static double clog_real(double x, double y) {
    return creal(clog(pld__complex(x, y)));
}
static double clog_imaginary(double y, double x) {
    return cimag(clog(pld__complex(x, y)));
}

/* Arguments: between low and high, uniform or (low > 0) in the logarithm, then of either sign if asked. */
typedef struct range {
    double low, high;
    bool both_signs;
} range;

static const struct subject {
    const char *name;
    double assumed; /* ulps: what the README says */
    truth_function *truth;
    double (*one)(double);
    double (*two)(double, double);
    long double (*long_one)(long double);
    long double (*long_two)(long double, long double);
    range ranges[4];
} subjects[] = {
    {"exp", 1, true_exp, exp, NULL, NULL, NULL, {{-745, 709, false}, {-1, 1, false}, {1e-300, 1, true}}},
    {"log", 1, true_log, log, NULL, NULL, NULL, {{1e-320, 1e308, false}, {0.5, 2, false}, {0.999, 1.001, false}}},
    {"expm1", 1, true_expm1, expm1, NULL, NULL, NULL, {{-60, 709, false}, {-1, 1, false}, {1e-320, 1, true}}},
    {"log1p", 1, true_log1p, log1p, NULL, NULL, NULL, {{-1 + 0x1p-53, 1, false}, {1e-320, 1e308, false}, {1e-320, 0.9, true}}},
    {"log2", 1, true_log2, log2, NULL, NULL, NULL, {{1e-320, 1e308, false}, {0.5, 2, false}}},
    {"sqrt", 0.5, true_sqrt, sqrt, NULL, NULL, NULL, {{1e-320, 1e308, false}}},
    {"sin", 1, true_sin, sin, NULL, NULL, NULL, {{-10, 10, false}, {1e-320, 1e6, true}, {1e6, 1e308, true}}},
    {"cos", 1, true_cos, cos, NULL, NULL, NULL, {{-10, 10, false}, {1e-320, 1e6, true}, {1e6, 1e308, true}}},
    {"atan2", 1, true_atan2, NULL, atan2, NULL, NULL, {{-2, 2, false}, {1e-300, 1e300, true}, {1e-3, 1e3, true}}},
    {"hypot", 1, true_hypot, NULL, hypot, NULL, NULL, {{-2, 2, false}, {1e-320, 1e307, true}, {1e-3, 1e3, true}}},
    {"cabs", 1, true_hypot, NULL, cabs_of, NULL, NULL, {{-2, 2, false}, {1e-320, 1e307, true}}},
    {"clog, real part",
     4,
     true_clog_real,
     NULL,
     clog_real,
     NULL,
     NULL,
     {{-2, 2, false}, {0.6, 0.8, true}, {1e-320, 1e307, true}}},
    {"clog, imaginary part", 1, true_atan2, NULL, clog_imaginary, NULL, NULL, {{-2, 2, false}, {1e-300, 1e300, true}}},
    {"expl", 2, true_exp, NULL, NULL, expl, NULL, {{-11399, 11356, false}, {-1, 1, false}, {1e-300, 1, true}}},
    {"logl", 2, true_log, NULL, NULL, logl, NULL, {{1e-320, 1e308, false}, {0.5, 2, false}, {0.999, 1.001, false}}},
    {"expm1l", 4, true_expm1, NULL, NULL, expm1l, NULL, {{-60, 11356, false}, {-1, 1, false}, {1e-300, 1, true}}},
    {"log1pl", 4, true_log1p, NULL, NULL, log1pl, NULL, {{-1 + 0x1p-53, 1, false}, {1e-300, 1e308, false}, {1e-300, 0.9, true}}},
    {"erfcl", 6, true_erfc, NULL, NULL, erfcl, NULL, {{-6, 27, false}, {27, 106.5, false}, {1e-300, 1, true}}},
    {"sqrtl", 0.5, true_sqrt, NULL, NULL, sqrtl, NULL, {{1e-320, 1e308, false}}},
    {"sinl", 2, true_sin, NULL, NULL, sinl, NULL, {{-10, 10, false}, {1e-300, 1e6, true}, {1e6, 1e18, true}}},
    {"cosl", 2, true_cos, NULL, NULL, cosl, NULL, {{-10, 10, false}, {1e-300, 1e6, true}, {1e6, 1e18, true}}},
    {"atan2l", 2, true_atan2, NULL, NULL, NULL, atan2l, {{-2, 2, false}, {1e-300, 1e300, true}, {1e-3, 1e3, true}}},
    {"hypotl", 2, true_hypot, NULL, NULL, NULL, hypotl, {{-2, 2, false}, {1e-300, 1e307, true}, {1e-3, 1e3, true}}},
};

static bool is_long(const struct subject *of) {
    return of->long_one || of->long_two;
}

static long double draw(dice *from, const struct subject *of) {
    size_t count = 0;
    while (count < COUNT_OF(of->ranges) && of->ranges[count].high != 0)
        count++;
    const range *in = &of->ranges[dice_below(from, count)];
    bool logarithmic = in->low > 0 && in->high / in->low > 10;
    double x = dice_chance(from, 0.02)   ? in->low
               : dice_chance(from, 0.02) ? in->high
               : logarithmic             ? dice_logarithmic(from, in->low, in->high)
                                         : dice_uniform(from, in->low, in->high);
    /* Few bits now and then: exact cases and near ties. */
    if (dice_chance(from, 0.1))
        x = (double)(float)x != 0 && isfinite((float)x) && (float)x >= in->low && (float)x <= in->high ? (double)(float)x : x;
    long double all = x;
    if (is_long(of) && x > in->low && x < in->high)
        all += all * 0x1p-54L * dice_uniform(from, -1, 1);
    return in->both_signs && dice_chance(from, 0.5) ? -all : all;
}

static long double call(const struct subject *of, long double x, long double y) {
    return of->one        ? of->one((double)x)
           : of->two      ? of->two((double)x, (double)y)
           : of->long_one ? of->long_one(x)
                          : of->long_two(x, y);
}

/* As many digits as it takes. */
static void find_truth(const struct subject *of, long double x, long double y, arb_t truth) {
    arb_t exact_x, exact_y;
    arb_init(exact_x);
    arb_init(exact_y);
    set_exactly(exact_x, x);
    set_exactly(exact_y, y);
    for (slong precision = 128; precision <= 1 << 16; precision *= 2) {
        of->truth(truth, exact_x, exact_y, precision);
        if (arb_rel_accuracy_bits(truth) > 90 || arb_is_zero(truth))
            break;
    }
    arb_clear(exact_x);
    arb_clear(exact_y);
}

static void test_functions(void) {
    arb_t truth;
    arb_init(truth);
    for (size_t i = 0; i < COUNT_OF(subjects); i++) {
        const struct subject *of = &subjects[i];
        dice from = dice_create(900 + i);
        double worst = 0;
        long double worst_x = 0, worst_y = 0;
        for (size_t j = 0; j < suite_cases(100000); j++) {
            long double x = draw(&from, of), y = of->two || of->long_two ? draw(&from, of) : 0;
            find_truth(of, x, y, truth);
            double error = ulps(call(of, x, y), truth, is_long(of));
            if (!(error <= worst)) {
                worst = error;
                worst_x = x;
                worst_y = y;
            }
        }
        printf("\n    %s: %.2f ulps, %g assumed ", of->name, worst, of->assumed);
        CHECK(worst <= of->assumed, "%s(%.21Lg, %.21Lg) is off by %.3f ulps", of->name, worst_x, worst_y, worst);
    }
    arb_clear(truth);
}

/* --- complex numbers ------------------------------------------------------------------------------------------------ */

/* |found - truth| / (u |truth|). */
static double complex_error(double complex found, const acb_t truth) {
    acb_t difference;
    arb_t size, whole;
    acb_init(difference);
    arb_init(size);
    arb_init(whole);
    set_exactly(acb_realref(difference), creal(found));
    set_exactly(acb_imagref(difference), cimag(found));
    acb_sub(difference, difference, truth, 256);
    acb_abs(size, difference, 256);
    acb_abs(whole, truth, 256);
    arb_div(size, size, whole, 64);
    double answer = 0x1p53 * arf_get_d(arb_midref(size), ARF_RND_UP);
    acb_clear(difference);
    arb_clear(size);
    arb_clear(whole);
    return answer;
}

/* The compiler's own functions divide and multiply complex numbers. */
static void test_complex(void) {
    dice from = dice_create(950);
    double product = 0, quotient = 0;
    acb_t a, b, truth;
    acb_init(a);
    acb_init(b);
    acb_init(truth);
    for (size_t i = 0; i < suite_cases(50000); i++) {
        double parts[4];
        double spread = dice_chance(&from, 0.5) ? 10 : 1e60;
        for (int j = 0; j < 4; j++)
            parts[j] = dice_logarithmic(&from, 1 / spread, spread) * (dice_chance(&from, 0.5) ? 1 : -1);
        volatile double complex x = pld__complex(parts[0], parts[1]), y = pld__complex(parts[2], parts[3]);
        set_exactly(acb_realref(a), parts[0]);
        set_exactly(acb_imagref(a), parts[1]);
        set_exactly(acb_realref(b), parts[2]);
        set_exactly(acb_imagref(b), parts[3]);
        acb_mul(truth, a, b, 256);
        product = fmax(product, complex_error(x * y, truth));
        acb_div(truth, a, b, 256);
        quotient = fmax(quotient, complex_error(x / y, truth));
    }
    printf("\n    complex products: %.2f u, sqrt(5) proven; quotients: %.2f u, 8 assumed ", product, quotient);
    CU_ASSERT_TRUE(product <= sqrt(5));
    CU_ASSERT_TRUE(quotient <= 8);
    acb_clear(a);
    acb_clear(b);
    acb_clear(truth);
}

int main(void) {
    CU_TestInfo tests[] = {{"functions", test_functions}, {"complex numbers", test_complex}, CU_TEST_INFO_NULL};
    return suite_run("base/libm", tests);
}
