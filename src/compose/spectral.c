/* Composition of laws on very long lattices by their low frequencies alone.
 *
 * The window has n lattice points, but the laws only have nodes where they need them, and of the composed spectrum only the first K
 * frequencies are computed: directly, as A_k - 1 = sum of w (e^(-i k phi) - 1) with phi measured from the middle of the law, so that the T-th
 * power e^(T log(1 + (A_k - 1))) loses nothing as T grows. That the others are negligible is proven, not computed (bound/spectrum.h). */
#include "base/base.h"
#include "bound/hockey.h"
#include "bound/roundoff.h"
#include "bound/spectrum.h"
#include "compose/compose.h"
#include "compose/fft.h"

#include <math.h>

enum { MOST_KEPT = 2048, BLOCK = 64, OVERSAMPLING = 24, LONGEST_RUN = 1 << 18 };

/* Of neighbouring lattice points: mass, mean, and sums of w |x - mean|^k for k = 2, 4, 1. */
typedef struct {
    double mass, mean, second, fourth, reach;
} run_moments;

/* One law in the making: d_k = e^(-i k phi) - 1 for every node, stepped from k to k + 1. */
typedef struct {
    const pld__law *law;
    double power;
    int64_t centre; /* lattice number of the middle */
    double *real, *imaginary, *first_real, *first_imaginary;
    double excess; /* sum of the weights less 1 */
    double spread; /* sum of w |phi| */
    run_moments run;
    double middle; /* t* of the run, 0 if there is none */
    double *high;  /* bounds of |A| from sample k on: t >= k gap */
    size_t samples;
    double gap;
} turner;

static void turner_free(turner *turn) {
    pld__free(turn->real);
    pld__free(turn->imaginary);
    pld__free(turn->first_real);
    pld__free(turn->first_imaginary);
    pld__free(turn->high);
}

static pld_status turner_create(const pld__factor *factor, size_t length, turner *turn) {
    const pld__law *law = factor->law;
    *turn = (turner){.law = law, .power = (double)factor->power};
    turn->real = pld__allocate(law->count, sizeof(double));
    turn->imaginary = pld__allocate(law->count, sizeof(double));
    turn->first_real = pld__allocate(law->count, sizeof(double));
    turn->first_imaginary = pld__allocate(law->count, sizeof(double));
    if (!turn->real || !turn->imaginary || !turn->first_real || !turn->first_imaginary) {
        turner_free(turn);
        return PLD_ERROR_MEMORY;
    }
    long double sum = 0, mean = 0;
    for (size_t i = 0; i < law->count; i++) {
        sum += law->weight[i];
        mean += law->weight[i] * (long double)pld__law_node(law, i);
    }
    turn->centre = (int64_t)roundl(mean);
    turn->excess = (double)(sum - 1);
    double unit = 2 * PLD__PI / (double)length;
    for (size_t i = 0; i < law->count; i++) {
        double phi = unit * (double)(pld__law_node(law, i) - turn->centre), half = sin(phi / 2);
        turn->first_real[i] = turn->real[i] = -2 * half * half;
        turn->first_imaginary[i] = turn->imaginary[i] = -2 * half * cos(phi / 2);
        turn->spread += law->weight[i] * fabs(phi);
    }
    return PLD_OK;
}

/* D = A_k - 1 for the current k, then one step on: d' = d + e + d e. */
static void turn_once(turner *turn, double *real, double *imaginary) {
    const double *weight = turn->law->weight;
    double sum_real = 0, sum_imaginary = 0;
    for (size_t from = 0; from < turn->law->count; from += BLOCK) {
        size_t to = from + BLOCK < turn->law->count ? from + BLOCK : turn->law->count;
        double block_real = 0, block_imaginary = 0;
        for (size_t i = from; i < to; i++) {
            double d = turn->real[i], e = turn->imaginary[i], f = turn->first_real[i], g = turn->first_imaginary[i];
            block_real += weight[i] * d;
            block_imaginary += weight[i] * e;
            turn->real[i] = d + (f + (d * f - e * g));
            turn->imaginary[i] = e + (g + (d * g + e * f));
        }
        sum_real += block_real;
        sum_imaginary += block_imaginary;
    }
    *real = sum_real + turn->excess;
    *imaginary = sum_imaginary;
}

/* Absolute error of D at k, in units of u times `spread`: the steps from 1 to k add 8 j each, the first one 4 k, sums in blocks the rest. */
static double turn_error(const turner *turn, double k) {
    double sums = BLOCK + (double)turn->law->count / BLOCK + 8;
    return PLD__U * turn->spread * k * (5 * k + 8 + sums) + 2 * PLD__U * fabs(turn->excess);
}

/* The longest run of neighbouring lattice points with the most mass. */
static void find_run(const pld__law *law, size_t *from, size_t *to) {
    double most = 0;
    *from = *to = 0;
    for (size_t start = 0; start < law->count;) {
        size_t end = start + 1;
        double mass = law->weight[start];
        while (end < law->count && pld__law_node(law, end) == pld__law_node(law, end - 1) + 1 && end - start < LONGEST_RUN)
            mass += law->weight[end++];
        if (mass > most) {
            most = mass;
            *from = start;
            *to = end;
        }
        start = end;
    }
}

static run_moments moments_of(const pld__law *law, size_t from, size_t to) {
    long double mass = 0, mean = 0, second = 0, fourth = 0, reach = 0;
    for (size_t i = from; i < to; i++) {
        mass += law->weight[i];
        mean += law->weight[i] * (long double)(i - from);
    }
    mean /= mass;
    for (size_t i = from; i < to; i++) {
        long double away = (long double)(i - from) - mean, square = away * away;
        second += law->weight[i] * square;
        fourth += law->weight[i] * square * square;
        reach += law->weight[i] * fabsl(away);
    }
    return (run_moments){(double)mass, (double)mean, (double)second, (double)fourth, (double)reach};
}

/* What bounds |A| away from the low frequencies: moments of a run for theorem (low), samples and theorem (high) beyond its t*. */
static pld_status prepare_bound(turner *turn) {
    size_t start, end;
    find_run(turn->law, &start, &end);
    if (end - start < 3)
        return PLD_OK;
    turn->run = moments_of(turn->law, start, end);
    pld__bound_spectrum_low(0, turn->run.mass, turn->run.second, turn->run.fourth, 0, &turn->middle);
    size_t length = pld__fft_length(OVERSAMPLING * (end - start));
    double *buffer = pld__allocate(pld__fft_buffer(length), sizeof(double));
    if (!buffer)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pld__fft_buffer(length); i++)
        buffer[i] = i < end - start ? turn->law->weight[start + i] : 0;
    pld_status status = pld__fft_forward(length, buffer);
    if (status != PLD_OK) {
        pld__free(buffer);
        return status;
    }
    turn->gap = 2 * PLD__PI / (double)length;
    turn->samples = length / 2 + 1;
    /* Every t is within gap/2 of a sample; the largest from each sample on, in place. */
    double more = turn->run.reach * turn->gap / 2 + pld__bound_transform(length) + (1 + turn->excess - turn->run.mass) + 1e-12;
    for (size_t k = 0; k < turn->samples; k++)
        buffer[k] = sqrt(buffer[2 * k] * buffer[2 * k] + buffer[2 * k + 1] * buffer[2 * k + 1]) + more;
    for (size_t k = turn->samples - 1; k-- > 0;)
        buffer[k] = fmax(buffer[k], buffer[k + 1]);
    turn->high = buffer;
    return PLD_OK;
}

/* A bound of log |A| for all t from `from` to pi. */
static double bound_beyond(const turner *turn, double from) {
    double none = fmax(log1p(turn->excess), 0), middle;
    if (!turn->high)
        return none;
    double start = fmax(from, turn->middle), low = -INFINITY;
    size_t sample = (size_t)fmin(fmax(floor(start / turn->gap), 0), (double)(turn->samples - 1));
    if (from < turn->middle)
        low = pld__bound_spectrum_low(turn->excess, turn->run.mass, turn->run.second, turn->run.fourth, from, &middle);
    return fmin(none, fmax(low, log(turn->high[sample])));
}

static double bound_all(const turner *turning, size_t count, double from) {
    double total = 0;
    for (size_t m = 0; m < count; m++)
        total += turning[m].power * (bound_beyond(&turning[m], from) + 4 * PLD__U);
    return total;
}

/* Whole numbers whose products do not overflow. */
__extension__ typedef __int128 wide;

/* (k * base) mod n / n as an angle in turns, exactly reduced. */
static double turns(int64_t base, size_t k, size_t length) {
    int64_t n = (int64_t)length;
    int64_t reduced = (int64_t)(((wide)base * (wide)k) % n);
    return (double)reduced / (double)length;
}

/* Z_k of the product, and its absolute error: by the relative errors of its factors, or by its size when that is less. */
static void power_at(turner *turning, size_t count, size_t k, int64_t base, size_t length, double *z, double *error) {
    double size = 0, largest = 0, angle = 0, relative = 0;
    for (size_t m = 0; m < count; m++) {
        double real, imaginary;
        if (k == 0) {
            real = turning[m].excess;
            imaginary = 0;
        } else {
            turn_once(&turning[m], &real, &imaginary);
        }
        double modulus = 0.5 * log1p(real * (2 + real) + imaginary * imaginary), argument = atan2(imaginary, 1 + real);
        size += turning[m].power * modulus;
        angle += turning[m].power * argument;
        double wrong = turn_error(&turning[m], (double)k), absolute = exp(modulus);
        largest += turning[m].power * log(absolute + wrong + 1e-300);
        relative += turning[m].power * (wrong / fmax(absolute, 1e-300) + 4 * PLD__U * (fabs(modulus) + fabs(argument)));
    }
    angle = remainder(angle, 2 * PLD__PI) - 2 * PLD__PI * turns(base, k, length);
    double scale = exp(size);
    z[0] = scale * cos(angle);
    z[1] = scale * sin(angle);
    double near = relative < 0.5 ? scale * expm1(relative + 16 * PLD__U * (1 + fabs(size))) : INFINITY;
    *error = fmin(near, 2.1 * exp(largest));
}

static pld_status keep_frequencies(turner *turning, size_t count, size_t kept, int64_t base, pld__composed *made) {
    made->spectrum = pld__allocate(2 * kept, sizeof(double));
    made->spectrum_error = pld__allocate(kept, sizeof(double));
    if (!made->spectrum || !made->spectrum_error)
        return PLD_ERROR_MEMORY;
    for (size_t k = 0; k < kept; k++)
        power_at(turning, count, k, base, made->count, &made->spectrum[2 * k], &made->spectrum_error[k]);
    made->frequencies = kept;
    return PLD_OK;
}

/* How many frequencies to keep so that all others are provably negligible; 0 if that would be too many. */
static size_t frequencies_needed(const turner *turning, size_t count, const pld__compose_plan *plan, size_t length) {
    double step = 2 * PLD__PI / (double)length;
    size_t low = 1, high = length / 2 < MOST_KEPT ? length / 2 : MOST_KEPT;
    if (high <= low || !(bound_all(turning, count, step * (double)high) <= plan->log_negligible))
        return 0;
    while (high - low > 1) { /* the bound falls with the frequency */
        size_t middle = low + (high - low) / 2;
        if (bound_all(turning, count, step * (double)middle) <= plan->log_negligible)
            high = middle;
        else
            low = middle;
    }
    return high;
}

pld_status pld__compose_spectral(const pld__factor *factors, size_t factor_count, const pld__compose_plan *plan,
                                 pld__composed *made, bool *certified) {
    *certified = false;
    turner *turning = pld__allocate(factor_count, sizeof *turning);
    if (!turning)
        return PLD_ERROR_MEMORY;
    size_t ready = 0;
    wide base = 0;
    pld_status status = PLD_OK;
    for (; ready < factor_count && status == PLD_OK; ready++) {
        status = turner_create(&factors[ready], made->count, &turning[ready]);
        if (status != PLD_OK)
            break;
        status = prepare_bound(&turning[ready]);
        made->log_scale += (long double)factors[ready].power * factors[ready].law->log_moment;
        base += (wide)turning[ready].centre * (wide)factors[ready].power;
    }
    size_t kept = status == PLD_OK ? frequencies_needed(turning, factor_count, plan, made->count) : 0;
    if (kept > 0)
        status = keep_frequencies(turning, factor_count, kept, (int64_t)(base % (wide)made->count), made);
    if (status == PLD_OK && kept > 0) {
        double total = bound_all(turning, factor_count, 2 * PLD__PI * (double)made->frequencies / (double)made->count);
        *certified = total <= plan->log_negligible;
        made->roundoff = pld__bound_spectrum_dropped((double)made->count, (double)made->frequencies - 1, total) *
                         pld__bound_hockey_maximum(made->theta);
    }
    for (size_t m = 0; m < ready; m++)
        turner_free(&turning[m]);
    pld__free(turning);
    return status;
}
