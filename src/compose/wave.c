#include "compose/wave.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "bound/sandwich.h"
#include "compose/decay.h"
#include "compose/turner.h"

#include <complex.h>
#include <math.h>

enum { MOST_FREQUENCIES = 1 << 21 };

/* One side of the cut of one factor. */
typedef struct {
    pld__law *law; /* NULL: no mass there */
    pld__turner turner;
    pld__decay decay;
} branch;

typedef struct {
    branch rest, jump;
    double power;
    long double rest_moment, jump_moment;  /* logs */
    double log_share[PLD__MOST_JUMPS + 1]; /* of binom(T, i) e^((T - i) K_rest + i K_jump), scaled: see scale_shares */
    long double reference;                 /* the largest of these logs before */
} strand;

typedef struct {
    strand *strands;
    size_t count;
    unsigned jumps;
    double period;
    long double log_scale; /* what the shares were divided by */
} braid;

/* A polynomial in the number of jumps, with absolute errors of its coefficients. */
typedef struct {
    double complex value[PLD__MOST_JUMPS + 1];
    double error[PLD__MOST_JUMPS + 1];
} polynomial;

static void branch_free(branch *one) {
    if (!one->law)
        return;
    pld__turner_free(&one->turner);
    pld__decay_free(&one->decay);
    pld__law_free(one->law);
}

static void braid_free(braid *all) {
    for (size_t m = 0; all->strands && m < all->count; m++) {
        branch_free(&all->strands[m].rest);
        branch_free(&all->strands[m].jump);
    }
    pld__free(all->strands);
}

static pld_status branch_create(const pld__law *law, size_t from, size_t to, const pld__wave_plan *plan, double highest,
                                bool upper, branch *one) {
    pld_status status = pld__law_part(law, from, to, plan->theta, upper, &one->law);
    if (status != PLD_OK || !one->law || plan->bounded)
        return status;
    status = pld__turner_create(one->law, 2 * PLD__PI / plan->period, &one->turner);
    return status == PLD_OK ? pld__decay_create(one->law, highest, &one->decay) : status;
}

static long double log_binomial(double n, unsigned k) {
    long double sum = 0;
    for (unsigned i = 1; i <= k; i++)
        sum += logl((n - i + 1) / i);
    return sum;
}

/* product *= factor, up to the wanted power. Every product and sum of the coefficients rounds by a few u of the absolute values. */
static void multiply(polynomial *product, const polynomial *factor, unsigned jumps) {
    polynomial made;
    for (unsigned j = 0; j <= jumps; j++) {
        double complex sum = 0;
        double error = 0, size = 0;
        for (unsigned i = 0; i <= j; i++) {
            double a = cabs(product->value[j - i]), b = cabs(factor->value[i]), c = product->error[j - i], d = factor->error[i];
            sum += product->value[j - i] * factor->value[i];
            size += a * b;
            error += a * d + b * c + c * d;
        }
        made.value[j] = sum;
        made.error[j] = error * (1 + 1e-12) + 8 * PLD__U * (jumps + 2) * size;
    }
    for (unsigned j = 0; j <= jumps; j++) {
        product->value[j] = made.value[j];
        product->error[j] = made.error[j];
    }
}

/* The log of z at which all strands together make `jumps` jumps on average, when each is weighted by z. */
static double find_lift(const strand *strands, size_t count, unsigned jumps) {
    double low = -1e5, high = 1e5;
    while (jumps > 0 && high - low > 0.1) {
        double middle = (low + high) / 2, mean = 0;
        for (size_t m = 0; m < count; m++) {
            const strand *one = &strands[m];
            double ratio =
                one->jump.law && one->rest.law ? exp(-fabs((double)(one->jump_moment - one->rest_moment) + middle)) : 0;
            bool more = (double)(one->jump_moment - one->rest_moment) + middle > 0;
            double chance = !one->jump.law ? 0 : !one->rest.law ? 1 : more ? 1 / (1 + ratio) : ratio / (1 + ratio);
            mean += one->power * chance;
        }
        if (mean < jumps)
            low = middle;
        else
            high = middle;
    }
    return jumps > 0 ? (low + high) / 2 : 0;
}

/* Fills the shares from the moments, divided by a factor (whose log is returned) that makes the wanted coefficient of their product 1. Each
 * jump is weighted by z^-1 z with z from find_lift: shares far from the wanted number may be huge otherwise. */
static long double scale_shares(strand *strands, size_t count, unsigned jumps) {
    double lift = find_lift(strands, count, jumps);
    long double total = -(long double)jumps * lift;
    polynomial product = {.value = {1}};
    for (size_t m = 0; m < count; m++) {
        strand *one = &strands[m];
        long double logs[PLD__MOST_JUMPS + 1], largest = -INFINITY;
        polynomial factor = {.value = {0}};
        for (unsigned i = 0; i <= jumps; i++) {
            bool possible = i <= one->power && (i == 0 || one->jump.law) && (one->power <= i || one->rest.law);
            logs[i] = possible ? log_binomial(one->power, i) + (i < one->power ? (one->power - i) * one->rest_moment : 0) +
                                     (i > 0 ? i * (one->jump_moment + lift) : 0)
                               : -INFINITY;
            largest = fmaxl(largest, logs[i]);
        }
        for (unsigned i = 0; i <= jumps; i++) {
            one->log_share[i] = largest == -INFINITY ? -INFINITY : (double)(logs[i] - largest);
            factor.value[i] = exp(one->log_share[i]);
        }
        multiply(&product, &factor, jumps);
        one->reference = largest;
        total += largest;
    }
    double coefficient = log(creal(product.value[jumps]));
    for (unsigned i = 0; i <= jumps && coefficient > -INFINITY; i++)
        strands[0].log_share[i] -= coefficient;
    return total + coefficient;
}

static pld_status braid_create(const pld__factor *factors, size_t count, const pld__wave_plan *plan, double highest, bool upper,
                               braid *all) {
    *all = (braid){.count = count, .jumps = plan->jumps, .period = plan->period, .strands = pld__allocate(count, sizeof(strand))};
    if (!all->strands)
        return PLD_ERROR_MEMORY;
    for (size_t m = 0; m < count; m++)
        all->strands[m] = (strand){.power = (double)factors[m].power};
    for (size_t m = 0; m < count; m++) {
        const pld__law *law = factors[m].law;
        strand *one = &all->strands[m];
        size_t cut = factors[m].jump < law->count ? factors[m].jump : law->count;
        pld_status status = branch_create(law, 0, cut, plan, highest, upper, &one->rest);
        if (status == PLD_OK && plan->jumps > 0)
            status = branch_create(law, cut, law->count, plan, highest, upper, &one->jump);
        if (status != PLD_OK)
            return status;
        one->rest_moment = one->rest.law ? one->rest.law->log_moment : 0;
        one->jump_moment = one->jump.law ? one->jump.law->log_moment : 0;
    }
    all->log_scale = scale_shares(all->strands, count, plan->jumps);
    return PLD_OK;
}

/* What one branch has at a frequency: log |A|, its angle, A's absolute error, and the angle and its error of the way between centres. */
typedef struct {
    double modulus, argument, size, wrong;
} reading;

static reading read_branch(branch *one, size_t k) {
    if (!one->law)
        return (reading){0};
    double real, imaginary;
    pld__turner_next(&one->turner, &real, &imaginary);
    /* From A - 1 where A is about 1, as powers multiply its error; from A where it is small, as |A|^2 - 1 does not tell how small. */
    double square = real * (2 + real) + imaginary * imaginary;
    double modulus = square > -0.75 ? 0.5 * log1p(square) : log(hypot(1 + real, imaginary));
    return (reading){modulus, atan2(imaginary, 1 + real), exp(modulus), pld__turner_error(&one->turner, (double)k)};
}

/* The relative error of A^power. */
static double power_error(const reading *at, double power) {
    return power > 0 ? power * (at->wrong / fmax(at->size, 1e-300) + 4 * PLD__U * (fabs(at->modulus) + fabs(at->argument))) : 0;
}

/* log of a bound of |A^power|; the size and its log round by a few u. */
static double log_power_upper(const reading *at, double power) {
    double log_size = log(at->size + at->wrong + 1e-300);
    return power * (log_size + 4 * PLD__U * (1 + fabs(log_size)));
}

/* The polynomial of one strand at frequency k. Absolute errors: by the relative ones of its factors, or by the size when that is less. */
static void strand_at(strand *one, const braid *all, size_t k, polynomial *made) {
    reading rest = read_branch(&one->rest, k), jump = read_branch(&one->jump, k);
    long double way = one->rest.law && one->jump.law ? (one->jump.turner.centre - one->rest.turner.centre) / all->period : 0;
    long double turns = remainderl((long double)k * way, 1);
    /* Both centres are good to 2^-64. */
    double ends = (double)((fabsl(one->jump.turner.centre) + fabsl(one->rest.turner.centre)) / all->period);
    double turn = 2 * PLD__PI * (double)turns, turn_error = 8 * PLD__U + 0x1p-59 * (double)k * ends;
    /* A share is a difference of two long doubles of about this size, unless it is the only one. */
    double shares = all->jumps > 0 ? 0x1p-61 * (double)fabsl(one->reference) : 0;
    for (unsigned i = 0; i <= all->jumps; i++) {
        made->value[i] = made->error[i] = 0;
        if (one->log_share[i] == -INFINITY)
            continue;
        double staying = one->power - i;
        /* No power of a transform that is 0 must be 1. */
        double size = one->log_share[i] + (staying > 0 ? staying * rest.modulus : 0) + (i > 0 ? i * jump.modulus : 0);
        double angle = remainder(staying * rest.argument, 2 * PLD__PI) + i * (jump.argument + turn);
        double relative = power_error(&rest, staying) + power_error(&jump, i) + i * turn_error + shares +
                          16 * PLD__U * (2 + fabs(size) + fabs(one->log_share[i]));
        double largest = one->log_share[i] + shares + log_power_upper(&rest, staying) + log_power_upper(&jump, i);
        double scale = exp(size);
        made->value[i] = CMPLX(scale * cos(angle), scale * sin(angle));
        made->error[i] = fmin(relative < 0.5 ? scale * expm1(relative) : INFINITY, 2.1 * exp(largest));
    }
}

static double branch_beyond(const branch *one, double from) {
    return !one->law ? 0 : isfinite(from) ? pld__decay_beyond(&one->decay, from) : fmax(log1p(one->decay.excess), 0) + 4 * PLD__U;
}

/* log of a bound of the wave's transform for all frequencies from `from` to the cutoff, or (infinite `from`) for all there are. */
static double bound_beyond(const braid *all, double from) {
    polynomial product = {.value = {1}};
    for (size_t m = 0; m < all->count; m++) {
        const strand *one = &all->strands[m];
        double rest = branch_beyond(&one->rest, from), jump = branch_beyond(&one->jump, from);
        polynomial factor = {.value = {0}};
        for (unsigned i = 0; i <= all->jumps; i++)
            factor.value[i] = exp(one->log_share[i] + fmax(one->power - i, 0) * rest + i * jump) * (1 + 1e-12);
        multiply(&product, &factor, all->jumps);
    }
    return log(creal(product.value[all->jumps])) + 1e-9;
}

/* The error of leaving out all frequencies behind one of them. */
static double dropped_behind(const braid *all, const pld__wave_plan *plan, double variance, size_t kept, size_t last) {
    double unit = 2 * PLD__PI / plan->period, from = unit * (double)kept;
    return pld__bound_dropped(plan->theta, variance, bound_beyond(all, from), bound_beyond(all, INFINITY), from,
                              unit * (double)last);
}

/* How many frequencies to keep so that all others are provably negligible; 0 if that would be too many. */
static size_t frequencies_needed(const braid *all, const pld__wave_plan *plan, double variance, size_t last) {
    double allowed = exp(plan->log_negligible), nodes = 0;
    for (size_t m = 0; m < all->count; m++)
        nodes += (double)((all->strands[m].rest.law ? all->strands[m].rest.turner.padded : 0) +
                          (all->strands[m].jump.law ? all->strands[m].jump.turner.padded : 0)) +
                 64;
    double most = fmin(fmin(plan->work / nodes, MOST_FREQUENCIES), (double)last);
    size_t low = 0, high = (size_t)most;
    if (high < 1 || !(dropped_behind(all, plan, variance, high, last) <= allowed))
        return 0;
    while (high - low > 1) { /* the bound falls with the frequency */
        size_t middle = low + (high - low) / 2;
        if (dropped_behind(all, plan, variance, middle, last) <= allowed)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* e^(v s(s+1)/2) (1/(s(s+1)) - B), the transform of bound/sandwich.h, B = 0 for the upper side. */
static double complex kernel_at(double theta, double t, double variance, double bump) {
    double complex product = CMPLX(theta * (theta + 1) - t * t, t * (2 * theta + 1));
    double growth = exp(variance * creal(product) / 2), angle = variance * cimag(product) / 2;
    return growth * CMPLX(cos(angle), sin(angle)) * (1 / product - bump);
}

static pld_status fill_terms(braid *all, const pld__wave_plan *plan, double variance, pld__wave *wave) {
    double bump = wave->upper ? 0 : pld__bound_sandwich(variance), unit = 2 * PLD__PI / plan->period;
    wave->term = pld__allocate(2 * (wave->count + 1), sizeof(double));
    if (!wave->term)
        return PLD_ERROR_MEMORY;
    for (size_t k = 0; k <= wave->count; k++) {
        polynomial product = {.value = {1}}, factor;
        for (size_t m = 0; m < all->count; m++) {
            strand_at(&all->strands[m], all, k, &factor);
            multiply(&product, &factor, all->jumps);
        }
        double t = unit * (double)k, twice = (k == 0 ? 1 : 2) / plan->period;
        double complex kernel = twice * kernel_at(plan->theta, t, variance, bump), value = product.value[all->jumps] * kernel;
        double size = cabs(value);
        wave->term[2 * k] = creal(value);
        wave->term[2 * k + 1] = cimag(value);
        wave->size += size;
        /* Of the kernel the exponents round, and both sides of the difference 1/product - bump. */
        double sizes = twice * exp(fmin(variance * (plan->theta * (plan->theta + 1) - t * t) / 2, 700)) *
                       (1 / fmax(t * t, plan->theta * plan->theta) + bump);
        double exponents = variance * (t * t + plan->theta * (plan->theta + 1) + (2 * plan->theta + 1) * t);
        double rounding = PLD__U * (64 + 8 * exponents); /* t is good to 3 u */
        wave->error += product.error[all->jumps] * cabs(kernel) + rounding * sizes * cabs(product.value[all->jumps]);
    }
    wave->count++;
    /* The rounding of these sums, and what underflowed. */
    wave->error = wave->error * (1 + 1e-9) + 1e-300;
    return PLD_OK;
}

/* The total loss at the centres, and how far it may be off. */
static void fill_base(const braid *all, pld__wave *wave) {
    long double size = 0;
    for (size_t m = 0; m < all->count; m++) {
        const strand *one = &all->strands[m];
        const branch *first = one->rest.law ? &one->rest : &one->jump;
        wave->base += one->power * first->turner.centre;
        size += fabsl(one->power * first->turner.centre);
    }
    wave->log_scale = all->log_scale;
    wave->label_error += (double)(0x1p-60L * size);
}

/* log of the wave's moment at an exponent, from above. Leaves the shares of that exponent behind. */
static long double log_moment_upper(braid *all, double lambda) {
    double error = 0;
    for (size_t m = 0; m < all->count; m++) {
        strand *one = &all->strands[m];
        if (one->rest.law) {
            one->rest_moment = pld__law_log_moment(one->rest.law, lambda);
            error += one->power * pld__law_moment_error(one->rest.law, lambda);
        }
        if (one->jump.law) {
            one->jump_moment = pld__law_log_moment(one->jump.law, lambda);
            error += fmin(one->power, all->jumps) * pld__law_moment_error(one->jump.law, lambda);
        }
    }
    long double total = scale_shares(all->strands, all->count, all->jumps);
    return total + error + 1e-11L + 1e-17L * fabsl(total);
}

void pld__wave_free(pld__wave *wave) {
    pld__free(wave->term);
    wave->term = NULL;
}

/* Whatever is outside is nothing that the theorems speak of. */
static bool plan_is_possible(const pld__wave_plan *plan, double variance) {
    return plan->jumps <= PLD__MOST_JUMPS && plan->theta > 0 && isfinite(plan->theta) &&
           (plan->bounded || (plan->period > 0 && isfinite(plan->period) && variance > 0));
}

pld_status pld__wave_create(const pld__factor *factors, size_t factor_count, const pld__wave_plan *plan, double variance,
                            bool upper, pld__wave *wave, bool *certified) {
    *certified = true;
    *wave = (pld__wave){.upper = upper, .theta = plan->theta, .period = plan->period, .lambda = plan->lambda};
    if (!plan_is_possible(plan, variance)) {
        *certified = false;
        return PLD_OK;
    }
    /* Beyond this frequency smoothing alone leaves nothing. */
    double energy = plan->theta * (plan->theta + 1) + 2 * (8 - fmin(plan->log_negligible, 0)) / variance;
    double last = ceil(sqrt(energy) * plan->period / (2 * PLD__PI)) + 1;
    for (size_t m = 0; m < factor_count; m++)
        wave->label_error += (double)factors[m].power * factors[m].law->label_error;
    braid all;
    pld_status status = braid_create(factors, factor_count, plan, 2 * PLD__PI * last / plan->period, upper, &all);
    if (status != PLD_OK)
        goto cleanup;
    if (plan->bounded) {
        wave->log_scale = log_moment_upper(&all, plan->theta) + logl(pld__bound_hockey_maximum(plan->theta));
        goto cleanup;
    }
    wave->count = last < 1e15 ? frequencies_needed(&all, plan, variance, (size_t)last) : 0;
    *certified = wave->count > 0;
    if (!*certified)
        goto cleanup;
    fill_base(&all, wave);
    if (wave->log_scale == -INFINITY) { /* more jumps than steps: bounded by 0 */
        wave->count = 0;
        goto cleanup;
    }
    wave->error = dropped_behind(&all, plan, variance, wave->count, (size_t)last);
    status = fill_terms(&all, plan, variance, wave);
    if (!upper) {
        wave->alias_below = pld__bound_alias_below(plan->theta, plan->period);
        wave->log_alias_above =
            pld__bound_log_alias_above(log_moment_upper(&all, plan->lambda), variance, plan->theta, plan->lambda, plan->period);
    }
cleanup:
    braid_free(&all);
    if (status != PLD_OK)
        pld__wave_free(wave);
    return status;
}

/* The sum over frequencies, and that with each times s, which is its slope. */
typedef struct {
    double sum, slope;
} sums;

static sums sum_terms(const pld__wave *wave, long double turns) {
    enum { RESTART = 32 };
    sums made = {0, 0};
    double unit = 2 * PLD__PI / wave->period, angle = 2 * PLD__PI * (double)remainderl(turns, 1);
    double step_real = cos(angle), step_imaginary = sin(angle), real = 1, imaginary = 0;
    for (size_t k = 0; k < wave->count; k++) {
        if (k % RESTART == 0) {
            double now = 2 * PLD__PI * (double)remainderl((long double)k * turns, 1);
            real = cos(now);
            imaginary = sin(now);
        }
        double a = wave->term[2 * k] * real - wave->term[2 * k + 1] * imaginary;
        double b = wave->term[2 * k] * imaginary + wave->term[2 * k + 1] * real;
        made.sum += a;
        made.slope += wave->theta * a - unit * (double)k * b;
        double next = real * step_real - imaginary * step_imaginary;
        imaginary = real * step_imaginary + imaginary * step_real;
        real = next;
    }
    return made;
}

pld__wave_delta pld__wave_delta_at(const pld__wave *wave, double epsilon) {
    long double exponent = wave->log_scale - wave->theta * (long double)epsilon;
    pld__wave_delta made = {0};
    if (wave->count == 0) { /* h(y) <= C e^(theta y) */
        if (wave->upper)
            made.bound = made.roundoff = expl(exponent) * (1 + 1e-12L);
        made.slope = wave->theta * made.bound;
        return made;
    }
    long double turns = (wave->base - epsilon) / wave->period;
    sums found = sum_terms(wave, turns);
    /* A step turns by an angle good to 8 u and rounds by 3 u, there are 31 of them from a restart, good to 9 u; angles are good to 2^-63 of
     * the turns; sums of n terms to n u of the sizes. */
    double rounding = PLD__U * (400 + (double)wave->count) + 0x1p-58 * (double)wave->count * (double)fabsl(turns);
    long double scale = expl(exponent);
    long double relative = 1e-18L * (fabsl(wave->log_scale) + fabsl(wave->theta * (long double)epsilon)) + 1e-17L;
    made.roundoff = scale * (wave->error + rounding * wave->size + relative * fabs(found.sum));
    made.slope = scale * fmaxl(found.slope, 0);
    if (wave->upper) {
        long double sum = scale * found.sum + made.roundoff;
        made.bound = isnan(sum) ? INFINITY : fmaxl(sum, 0); /* what is not a number bounds nothing */
    } else {
        made.aliases = wave->alias_below + expl(wave->log_alias_above - wave->lambda * (long double)epsilon) * (1 + 1e-15L);
        made.bound = fmaxl(scale * found.sum - made.roundoff - made.aliases, 0);
    }
    return made;
}

/* Theorem. With masses b and j of one step below and above the cut, the mass with more than J jumps is at most z^-(J+1) prod (b + z j)^T for
 * every z >= 1 (each outcome with n > J jumps is counted z^(n - J - 1) >= 1 times). */
long double pld__wave_rest(const pld__factor *factors, size_t factor_count, unsigned jumps) {
    long double mean = 0, best = INFINITY;
    for (int pass = 0; pass < 2; pass++) {
        long double z = pass == 0 ? 1 : fmaxl((jumps + 1) / mean, 1), total = -(long double)(jumps + 1) * logl(z);
        for (size_t m = 0; m < factor_count; m++) {
            const pld__law *law = factors[m].law;
            long double rest = 0, jump = 0, power = (long double)factors[m].power;
            for (size_t i = 0; i < law->count; i++) {
                long double turn = law->theta * (long double)pld__law_loss(law, i);
                /* The loss is off by 2 u. */
                long double mass = (law->weight[i] + PLD__LOST_WEIGHT) * expl(law->log_moment - turn + 4 * PLD__U * fabsl(turn));
                *(i < factors[m].jump ? &rest : &jump) += mass;
            }
            if (pass == 0)
                mean += power * jump;
            /* Sums of n terms, each good to a few 2^-64 of its exponent's parts. */
            long double slack = 0x1p-63L * ((long double)law->count + 4 * fabsl(law->log_moment) + 16);
            total += power * log1pl((rest - 1) + z * jump + slack * (rest + z * jump));
        }
        if (mean == 0)
            return 0;
        best = fminl(best, total);
    }
    return expl(best) * (1 + 1e-12L);
}
