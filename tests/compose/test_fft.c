/* Tests of src/compose/fft.c: lengths, and the accuracy of FFTW that the roundoff theorem assumes. */
#include "base/base.h"
#include "bound/roundoff.h"
#include "compose/fft.h"
#include "support/dice.h"
#include "support/suite.h"

#include <fftw3.h>
#include <math.h>

static bool is_allowed(size_t length) {
    if (length < 2 || length % 2 != 0) {
        return false;
    }
    static const size_t primes[] = {2, 3, 5, 7};
    for (size_t i = 0; i < COUNT_OF(primes); i++) {
        while (length % primes[i] == 0) {
            length /= primes[i];
        }
    }
    return length == 1;
}

static void test_lengths(void) {
    size_t next = 2;
    for (size_t n = 1; n <= 20000; n++) {
        while (next < n || !is_allowed(next)) {
            next++;
        }
        CHECK(pld__fft_length(n) == next, "length for %zu is %zu, not %zu", n, pld__fft_length(n), next);
    }
}

static void test_long_lengths(void) {
    dice from = dice_create(51);
    for (size_t i = 0; i < suite_cases(500); i++) {
        size_t n = (size_t)dice_logarithmic(&from, 1e4, 1e13), length = pld__fft_length(n);
        CHECK(is_allowed(length) && length >= n && (double)length < 1.05 * (double)n, "length for %zu is %zu", n, length);
        CU_ASSERT_TRUE(isfinite(pld__bound_transform(length)));
    }
    for (int bit = 1; bit < 45; bit++) {
        CU_ASSERT_EQUAL(pld__fft_length((size_t)1 << bit), (size_t)1 << bit);
        CU_ASSERT_TRUE(pld__fft_length(((size_t)1 << bit) + 1) > (size_t)1 << bit);
    }
}

static void test_buffer(void) {
    CU_ASSERT_EQUAL(pld__fft_buffer(2), 4);
    CU_ASSERT_EQUAL(pld__fft_buffer(10), 12);
    CU_ASSERT_EQUAL(pld__fft_buffer(1 << 20), (1 << 20) + 2);
}

/* --- accuracy ------------------------------------------------------------------------------------------------------- */

enum { SHAPES = 7 };

/* Weights >= 0 with sum 1, of different shapes. */
static void fill(dice *from, int shape, size_t length, double *weight) {
    double sum = 0, centre = dice_uniform(from, 0, (double)length),
           spread = 1 + (double)length * dice_logarithmic(from, 1e-4, 0.1);
    for (size_t i = 0; i < length; i++) {
        double away = ((double)i - centre) / spread;
        switch (shape) {
        case 0: /* noise */
            weight[i] = dice_uniform(from, 0, 1);
            break;
        case 1: /* flat */
            weight[i] = 1;
            break;
        case 2: /* a bell */
            weight[i] = exp(-away * away / 2);
            break;
        case 3: /* a bulk and a rare far mode, as a tilted law has */
            weight[i] = exp(-away * away / 2) + 1e-9 * (i % (length / 2 + 1) == 3);
            break;
        case 4: /* an edge and a long tail */
            weight[i] = exp(-30.0 * (double)i / (double)length);
            break;
        case 5: /* one atom, in the middle */
            weight[i] = i == length / 2;
            break;
        default: /* over many orders of magnitude */
            weight[i] = dice_logarithmic(from, 1e-30, 1);
        }
        sum += weight[i];
    }
    for (size_t i = 0; i < length; i++) {
        weight[i] /= sum;
    }
}

typedef struct {
    double *buffer;
    long double *exact;
    fftwl_plan forward, backward;
} transforms;

static transforms transforms_create(size_t length) {
    transforms made = {pld__allocate(pld__fft_buffer(length), sizeof(double)),
                       fftwl_malloc(pld__fft_buffer(length) * sizeof(long double)), NULL, NULL};
    made.forward = fftwl_plan_dft_r2c_1d((int)length, made.exact, (fftwl_complex *)made.exact, FFTW_ESTIMATE);
    made.backward = fftwl_plan_dft_c2r_1d((int)length, (fftwl_complex *)made.exact, made.exact, FFTW_ESTIMATE);
    return made;
}

static void transforms_free(transforms *made) {
    fftwl_destroy_plan(made->forward);
    fftwl_destroy_plan(made->backward);
    fftwl_free(made->exact);
    pld__free(made->buffer);
}

/* Largest error of a frequency over the one assumed. */
static long double forward_ratio(transforms *both, size_t length) {
    for (size_t i = 0; i < length; i++) {
        both->exact[i] = both->buffer[i];
    }
    CU_ASSERT_EQUAL(pld__fft_forward(length, both->buffer), PLD_OK);
    fftwl_execute(both->forward);
    long double worst = 0;
    for (size_t k = 0; k <= length / 2; k++) {
        worst = fmaxl(worst, hypotl(both->buffer[2 * k] - both->exact[2 * k], both->buffer[2 * k + 1] - both->exact[2 * k + 1]));
    }
    return worst / pld__bound_transform(length);
}

/* Relative l2 error of the inverse of what is in the buffer, over the one assumed. */
static long double backward_ratio(transforms *both, size_t length) {
    both->buffer[1] = both->buffer[length + 1] = 0; /* those two frequencies of a real law are real */
    for (size_t i = 0; i < length + 2; i++) {
        both->exact[i] = both->buffer[i];
    }
    CU_ASSERT_EQUAL(pld__fft_backward(length, both->buffer), PLD_OK);
    fftwl_execute(both->backward);
    long double error = 0, size = 0;
    for (size_t i = 0; i < length; i++) {
        error += powl(both->buffer[i] - both->exact[i], 2);
        size += both->exact[i] * both->exact[i];
    }
    return sqrtl(error / size) / pld__bound_transform(length);
}

/* The README says that FFTW is assumed to be this accurate; here it is four times better at least. */
static void test_accuracy(void) {
    dice from = dice_create(52);
    static const size_t fixed[] = {2, 4, 6, 14, 30, 210, 2048, 6561 * 2, 15625 * 2, 16807 * 2, 44100, 65536, 19051200 / 10};
    long double forward = 0, backward = 0;
    size_t most = SANITIZED ? (size_t)1 << 16 : (size_t)1 << 20;
    for (size_t i = 0; i < COUNT_OF(fixed) + suite_cases(15); i++) {
        size_t wanted = i < COUNT_OF(fixed) ? fixed[i] : (size_t)dice_logarithmic(&from, 8, (double)most);
        size_t length = pld__fft_length(wanted);
        transforms both = transforms_create(length);
        for (int shape = 0; shape < SHAPES; shape++) {
            fill(&from, shape, length, both.buffer);
            long double ratio = forward_ratio(&both, length);
            CHECK(ratio <= 0.25L, "forward, length %zu, shape %d: %Lg of what is assumed", length, shape, ratio);
            forward = fmaxl(forward, ratio);
            ratio = backward_ratio(&both, length);
            CHECK(ratio <= 0.25L, "backward, length %zu, shape %d: %Lg of what is assumed", length, shape, ratio);
            backward = fmaxl(backward, ratio);
        }
        transforms_free(&both);
    }
    printf("[error over assumption: forward %.3Lf, backward %.3Lf] ", forward, backward);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"lengths", test_lengths}, {"long lengths", test_long_lengths},
        {"buffer", test_buffer},   {"accuracy against long double", test_accuracy},
        CU_TEST_INFO_NULL,
    };
    return suite_run("fft", tests);
}
