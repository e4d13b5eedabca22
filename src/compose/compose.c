/* Transform, power, transform back; see bound/roundoff.h for the theorem (T11) whose quantities are collected on the way. */
#include "compose/compose.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "bound/roundoff.h"
#include "bound/tail.h"
#include "bound/wraparound.h"
#include "compose/fft.h"

#include <math.h>
#include <string.h>

/* Frequencies whose power is below e^-80 are dropped. */
static const double DROPPED_LOG = -80;

void pld__composed_free(pld__composed *composed) {
    if (!composed)
        return;
    pld__free(composed->weight);
    pld__free(composed->losses);
    for (size_t i = 0; i < composed->fourier_count; i++)
        pld__fourier_free(&composed->fourier[i]);
    pld__free(composed->fourier);
    pld__free(composed);
}

double pld__compose_memory(size_t length, size_t factor_count) {
    double buffers = factor_count > 1 ? 3 : 1; /* product, one more transform, growth and least */
    return (double)sizeof(double) * buffers * (double)pld__fft_buffer(length) + pld__fft_memory(length);
}

typedef struct {
    double real, imaginary;
} number;

static inline number multiply(number a, number b) {
    return (number){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

static number power_of(number base, uint64_t exponent) {
    /* From the top bit down: each bit squares, a one also multiplies. */
    int bit = 63 - __builtin_clzll(exponent);
    number result = base;
    while (bit-- > 0) {
        result = multiply(result, result);
        if (exponent >> bit & 1)
            result = multiply(result, base);
    }
    return result;
}

/* sum over all n frequencies of the squares that make G, from the n/2 + 1 that a real transform stores. */
typedef struct {
    long double sum;
} growth_sum;

static inline double multiplicity(size_t k, size_t length) {
    return k == 0 || 2 * k == length ? 1 : 2;
}

/* Raises every frequency of one law to its power. With `product` (several factors) multiplies into it and keeps prod rho^T and
 * min rho in growth and least; without, sums G directly. */
static void raise(double *buffer, size_t length, uint64_t power, double *product, double *growth, double *least, bool first,
                  growth_sum *sum) {
    double transform = pld__bound_transform(length), threshold = exp(DROPPED_LOG / (double)power);
    double small_square = exp(2 * DROPPED_LOG * ((double)power - 1) / (double)power);
    for (size_t k = 0; k <= length / 2; k++) {
        number value = {buffer[2 * k], buffer[2 * k + 1]};
        double rho = sqrt(value.real * value.real + value.imaginary * value.imaginary) * (1 + 4 * PLD__U) + transform;
        bool small = rho <= threshold;
        number raised = small ? (number){0, 0} : power_of(value, power);
        if (!product) {
            double square = small ? small_square : exp(2 * ((double)power - 1) * log(rho));
            sum->sum += multiplicity(k, length) * square;
            buffer[2 * k] = raised.real;
            buffer[2 * k + 1] = raised.imaginary;
            continue;
        }
        double grown = small ? exp(DROPPED_LOG) : exp((double)power * log(rho));
        growth[k] = first ? grown : growth[k] * grown;
        least[k] = first ? rho : fmin(least[k], rho);
        number old = {product[2 * k], product[2 * k + 1]};
        number next = first ? raised : multiply(old, raised);
        product[2 * k] = next.real;
        product[2 * k + 1] = next.imaginary;
    }
}

/* Places tilted weights at their index modulo the length: the transform of a wrapped law is the wrapped transform. */
static void place(const pld__law *law, size_t length, double *buffer) {
    for (size_t i = 0; i < pld__fft_buffer(length); i++)
        buffer[i] = 0;
    int64_t remainder = law->first % (int64_t)length;
    size_t at = (size_t)(remainder < 0 ? remainder + (int64_t)length : remainder);
    for (size_t i = 0; i < law->count; i++) {
        buffer[at] += law->weight[i];
        size_t step = i + 1 < law->count ? (size_t)(pld__law_node(law, i + 1) - pld__law_node(law, i)) : 0;
        at = (at + step) % length;
    }
}

/* Weights that underflowed when they were tilted are lost (T8); there is one per node and step at most. */
static long double underflow_of(const pld__factor *factors, size_t factor_count) {
    long double nodes = 0;
    for (size_t m = 0; m < factor_count; m++)
        nodes += (long double)factors[m].power * (long double)factors[m].law->count;
    return nodes * 1e-307L;
}

/* Window, moments and Chernoff terms (T10) that do not need the transform. */
static void fill_bounds(const pld__factor *factors, size_t factor_count, const pld__compose_plan *plan, pld__composed *made) {
    double right = made->theta + plan->lambda_right, left = made->theta - plan->lambda_left;
    long double right_moment = 0, left_moment = 0, support_low = 0, support_high = 0, support_size = 0;
    double right_error = 0, left_error = 0;
    for (size_t m = 0; m < factor_count; m++) {
        const pld__law *law = factors[m].law;
        double power = (double)factors[m].power;
        support_low += power * pld__law_exact_loss(law, 0);
        support_high += power * pld__law_exact_loss(law, law->count - 1);
        support_size += power * fmax(pld__law_size(law, 0), pld__law_size(law, law->count - 1));
        right_moment += power * (long double)pld__law_log_moment(law, right);
        right_error += power * pld__law_moment_error(law, right);
        if (!plan->upper) {
            left_moment += power * (long double)pld__law_log_moment(law, left);
            left_error += power * pld__law_moment_error(law, left);
        }
    }
    long double beyond = made->first_loss + (long double)made->count * made->width;
    long double before = made->first_loss - made->width;
    /* Nothing lies outside the support. Half a width tells nodes apart, as long as these sums are good to a quarter. */
    bool tells = 0x1p-62L * (long double)(factor_count + 2) * support_size < made->width / 4;
    bool right_inside = tells && support_high < beyond - made->width / 2;
    bool left_inside = tells && support_low > before + made->width / 2;
    made->open_below = !left_inside;
    if (plan->upper) {
        made->lost = right_inside ? 0 : pld__bound_beyond(right_moment, right_error, right, beyond);
        return;
    }
    long double outside = 0;
    if (!right_inside)
        outside += pld__bound_beyond(right_moment - made->log_scale, right_error, plan->lambda_right, beyond);
    if (!left_inside)
        outside += pld__bound_beyond(left_moment - made->log_scale, left_error, plan->lambda_left, -before);
    made->wrapped = outside * pld__bound_hockey_maximum(made->theta);
}

/* A single step needs no transform: the law itself is the window. */
static pld_status compose_single(const pld__law *law, pld__composed *made) {
    made->count = law->count;
    made->weight = pld__allocate(law->count, sizeof(double));
    if (!made->weight)
        return PLD_ERROR_MEMORY;
    memcpy(made->weight, law->weight, law->count * sizeof(double));
    /* Suffix sums need a tilt that does not change much from node to node. */
    if (law->nodes || law->losses || law->theta * law->width > 4) {
        made->losses = pld__allocate(law->count, sizeof(double));
        if (!made->losses)
            return PLD_ERROR_MEMORY;
        for (size_t i = 0; i < law->count; i++)
            made->losses[i] = pld__law_loss(law, i);
    }
    made->log_scale = law->log_moment;
    made->first_loss = pld__law_loss(law, 0);
    made->label_error = 4 * PLD__U * fmax(pld__law_size(law, 0), pld__law_size(law, law->count - 1)) + law->label_error;
    return PLD_OK;
}

static pld_status transform_back(pld__composed *made) {
    size_t length = made->count;
    pld_status status = pld__fft_backward(length, made->weight);
    /* Clamping to 0 moves nothing away from the nonnegative truth. */
    double inverse = 1 / (double)length;
    for (size_t i = 0; i < length; i++)
        made->weight[i] = made->weight[i] > 0 ? made->weight[i] * inverse : 0;
    return status;
}

/* A law without nodes that count. */
static pld_status compose_nothing(pld__composed *made) {
    made->count = 1;
    made->weight = pld__allocate(1, sizeof(double));
    if (!made->weight)
        return PLD_ERROR_MEMORY;
    made->weight[0] = 0;
    return PLD_OK;
}

static pld_status transform_factors(const pld__factor *factors, size_t factor_count, const pld__compose_plan *plan,
                                    pld__composed *made) {
    size_t length = plan->length, half = length / 2 + 1;
    bool several = factor_count > 1;
    double *extra = several ? pld__allocate(pld__fft_buffer(length), sizeof(double)) : NULL;
    double *growth = several ? pld__allocate(half, sizeof(double)) : NULL,
           *least = several ? pld__allocate(half, sizeof(double)) : NULL;
    growth_sum sum = {0};
    long double log_sizes = 0;
    double powers = 0;
    pld_status status = PLD_ERROR_MEMORY;
    if (several && (!extra || !growth || !least))
        goto cleanup;
    for (size_t m = 0; m < factor_count; m++) {
        const pld__law *law = factors[m].law;
        double *buffer = several ? extra : made->weight;
        made->log_scale += (long double)factors[m].power * law->log_moment;
        log_sizes += (long double)factors[m].power * fabsl(law->log_moment);
        powers += (double)factors[m].power;
        place(law, length, buffer);
        status = pld__fft_forward(length, buffer);
        if (status != PLD_OK)
            goto cleanup;
        raise(buffer, length, factors[m].power, several ? made->weight : NULL, growth, least, m == 0, &sum);
    }
    for (size_t k = 0; several && k < half; k++)
        sum.sum += multiplicity(k, length) * (long double)(growth[k] / least[k]) * (growth[k] / least[k]);
    status = transform_back(made);
    if (status != PLD_OK)
        goto cleanup;
    made->log_scale_error = 0x1p-63L * (long double)(factor_count + 2) * log_sizes;
    double root = (double)sqrtl(sum.sum / (long double)length);
    made->roundoff = pld__bound_convolution(length, powers, root, (double)factor_count * exp(DROPPED_LOG)) *
                     pld__bound_hockey_norm(made->theta, made->width);
cleanup:
    pld__free(extra);
    pld__free(growth);
    pld__free(least);
    return status;
}

/* Are all laws on lattices of one width? Others cannot be transformed together. */
static bool share_lattice(const pld__factor *factors, size_t factor_count) {
    bool shared = true;
    for (size_t m = 0; m < factor_count; m++)
        shared &= !factors[m].law->losses && factors[m].law->width == factors[0].law->width;
    return shared;
}

/* The window of a composition by FFT, and what is in it. */
static pld_status compose_window(const pld__factor *factors, size_t factor_count, const pld__compose_plan *plan,
                                 pld__composed *made) {
    long double base = 0, size = 0;
    for (size_t m = 0; m < factor_count; m++) {
        base += (long double)factors[m].power * factors[m].law->offset;
        size += (long double)factors[m].power * fabsl((long double)factors[m].law->offset);
        made->label_error += (double)factors[m].power * factors[m].law->label_error;
    }
    long double exact_first = ceill((plan->lowest - base) / made->width);
    /* Without a window, beyond whole numbers, or on no lattice: nothing is known, which is everything at infinity from above. */
    if (plan->length == 0 || !(fabsl(exact_first) < 4e18L) || !share_lattice(factors, factor_count)) {
        made->infinity = plan->upper ? 1 : 0;
        return compose_nothing(made);
    }
    int64_t first = (int64_t)exact_first;
    int64_t remainder = first % (int64_t)plan->length;
    made->count = plan->length;
    made->start = (size_t)(remainder < 0 ? remainder + (int64_t)plan->length : remainder);
    made->first_loss = base + (long double)first * made->width;
    made->label_error += (double)(0x1p-61L * ((long double)(factor_count + 2) * size + fabsl((long double)first * made->width)));
    made->weight = pld__allocate(pld__fft_buffer(plan->length), sizeof(double));
    pld_status status = made->weight ? transform_factors(factors, factor_count, plan, made) : PLD_ERROR_MEMORY;
    if (status == PLD_OK)
        fill_bounds(factors, factor_count, plan, made);
    return status;
}

static pld_status compose_fourier(const pld__factor *factors, size_t factor_count, const pld__compose_plan *plan,
                                  pld__composed *made, bool *certified) {
    made->fourier = pld__allocate(plan->fourier_count, sizeof *made->fourier);
    if (!made->fourier)
        return PLD_ERROR_MEMORY;
    uint64_t seen = 0;
    unsigned covered = 0; /* Fourier sums 0 .. covered - 1 are there */
    *certified = true;
    for (; made->fourier_count < plan->fourier_count && *certified; made->fourier_count++) {
        const pld__fourier_plan *one = &plan->fourier[made->fourier_count];
        pld__fourier *fourier = &made->fourier[made->fourier_count];
        /* A number of jumps that is there twice is counted twice, which no lower bound may do (T22). */
        if (!plan->upper && one->jumps <= PLD__MOST_JUMPS && seen >> one->jumps & 1)
            return PLD_ERROR_ARGUMENT;
        pld_status status = pld__fourier_create(factors, factor_count, one, plan->variance, plan->upper, fourier, certified);
        if (status != PLD_OK || !*certified)
            return status;
        seen |= UINT64_C(1) << one->jumps;
        made->label_error = fmax(made->label_error, fourier->label_error);
    }
    for (size_t m = 0; m < factor_count; m++)
        made->widened += PLD__PART_WIDENING * (double)factors[m].power;
    while (seen >> covered & 1)
        covered++;
    if (plan->upper && *certified) /* without the first Fourier sum everything may be missing */
        made->infinity += covered > 0 ? pld__fourier_rest(factors, factor_count, covered - 1) : 1;
    return PLD_OK;
}

/* The composed atom at infinity (T12). */
static long double infinity_of(const pld__factor *factors, size_t factor_count) {
    pld__tail_sum tail = {0, 0};
    for (size_t m = 0; m < factor_count; m++)
        pld__bound_tail_add(&tail, factors[m].law->finite, factors[m].law->infinity, factors[m].power);
    return pld__bound_tail(&tail);
}

pld_status pld__compose(const pld__factor *factors, size_t factor_count, const pld__compose_plan *plan,
                        pld__composed **composed) {
    pld__composed *made = pld__allocate(1, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    *made = (pld__composed){
        .upper = plan->upper, .expected = plan->expected, .theta = factors[0].law->theta, .width = factors[0].law->width};
    made->infinity = infinity_of(factors, factor_count);
    pld_status status;
    bool certified = true;
    if (factor_count == 1 && factors[0].power == 1)
        status = compose_single(factors[0].law, made);
    else if (plan->fourier_count > 0)
        status = compose_fourier(factors, factor_count, plan, made, &certified);
    else
        status = compose_window(factors, factor_count, plan, made);
    if (status != PLD_OK || !certified) {
        pld__composed_free(made);
        if (status == PLD_OK)
            *composed = NULL;
        return status;
    }
    made->roundoff += underflow_of(factors, factor_count);
    *composed = made;
    return PLD_OK;
}
