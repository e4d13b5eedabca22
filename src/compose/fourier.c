#include "compose/fourier.h"

#include "base/base.h"
#include "base/complex.h"
#include "base/work.h"
#include "bound/hockey.h"
#include "bound/sandwich.h"
#include "compose/jump_polynomial.h"
#include "compose/split_product.h"

#include <math.h>

enum { MOST_FREQUENCIES = 1 << 21 };

/* What one branch has at a frequency: log |A|, its angle, A's absolute error, and the angle and its error of the way between
 * centres. */
typedef struct {
    double modulus, argument, size, wrong;
} reading;

static reading read_branch(pld__branch *one, size_t k) {
    if (!one->law)
        return (reading){0};
    double real, imaginary;
    pld__phasors_next(&one->phasors, &real, &imaginary);
    /* From A - 1 where A is about 1, as powers multiply its error; from A where it is small, as |A|^2 - 1 does not tell how
     * small. */
    double square = real * (2 + real) + imaginary * imaginary;
    double modulus = square > -0.75 ? 0.5 * log1p(square) : log(hypot(1 + real, imaginary));
    return (reading){modulus, atan2(imaginary, 1 + real), exp(modulus), pld__phasors_error(&one->phasors, (double)k)};
}

/* The relative error of A^power (T21). */
static double power_error(const reading *at, double power) {
    return power > 0 ? power * (at->wrong / fmax(at->size, 1e-300) + 4 * PLD__U * (fabs(at->modulus) + fabs(at->argument))) : 0;
}

/* log of a bound of |A^power|; the size and its log round by a few u. */
static double log_power_upper(const reading *at, double power) {
    double log_size = log(at->size + at->wrong + 1e-300);
    return power * (log_size + 4 * PLD__U * (1 + fabs(log_size)));
}

/* The polynomial of one factor at frequency k. Absolute errors: by the relative ones of its factors, or by
 * the size when that is less. */
static void split_factor_at(const pld__split_factor *one, pld__branch *rest_branch, pld__branch *jump_branch,
                            const pld__split_product *all, size_t k, pld__jump_polynomial *made) {
    reading rest = read_branch(rest_branch, k), jump = read_branch(jump_branch, k);
    long double rest_centre = rest_branch->law ? rest_branch->phasors.centre : 0,
                jump_centre = jump_branch->law ? jump_branch->phasors.centre : 0, period = all->plan->period;
    long double way = rest_branch->law && jump_branch->law ? (jump_centre - rest_centre) / period : 0;
    long double turns = remainderl((long double)k * way, 1);
    /* Both centres are good to 2^-64. */
    double ends = (double)((fabsl(jump_centre) + fabsl(rest_centre)) / period);
    double turn = 2 * PLD__PI * (double)turns, turn_error = 8 * PLD__U + 0x1p-59 * (double)k * ends;
    for (unsigned i = 0; i <= all->plan->jumps; i++) {
        made->value[i] = made->error[i] = 0;
        if (one->log_share[i] == -INFINITY)
            continue;
        double staying = one->power - i;
        /* No power of a transform that is 0 must be 1. */
        double size = one->log_share[i] + (staying > 0 ? staying * rest.modulus : 0) + (i > 0 ? i * jump.modulus : 0);
        double angle = remainder(staying * rest.argument, 2 * PLD__PI) + i * (jump.argument + turn);
        double shares = one->share_error[i];
        double relative = power_error(&rest, staying) + power_error(&jump, i) + i * turn_error + shares +
                          16 * PLD__U * (2 + fabs(size) + fabs(one->log_share[i]));
        double largest = one->log_share[i] + shares + log_power_upper(&rest, staying) + log_power_upper(&jump, i);
        double scale = exp(size);
        made->value[i] = pld__complex(scale * cos(angle), scale * sin(angle));
        made->error[i] = fmin(relative < 0.5 ? scale * expm1(relative) : INFINITY, 2.1 * exp(largest));
    }
}

/* log of a bound of the Fourier sum's transform for all frequencies from a mark to the cutoff, or (no mark) for all there are. */
static double bound_beyond(const pld__split_product *all, const size_t *mark) {
    unsigned jumps = all->plan->jumps;
    pld__jump_polynomial product = {.value = {1}};
    for (size_t m = 0; m < all->count; m++) {
        const pld__split_factor *one = &all->factors_split[m];
        double rest = mark ? one->rest.beyond[*mark] : one->rest.most, jump = mark ? one->jump.beyond[*mark] : one->jump.most;
        pld__jump_polynomial factor = {.value = {0}};
        for (unsigned i = 0; i <= jumps; i++)
            factor.value[i] =
                exp(one->log_share[i] + one->share_error[i] + fmax(one->power - i, 0) * rest + i * jump) * (1 + 1e-12);
        pld__jump_polynomial_multiply(&product, &factor, jumps);
    }
    return log(creal(product.value[jumps]) + product.error[jumps]) + 1e-9;
}

/* How many frequencies to keep so that all others are provably negligible (T17), and the error of leaving these out; 0 if that
 * would be too many. */
static size_t frequencies_needed(const pld__split_product *all, double variance, double *dropped) {
    const pld__fourier_plan *plan = all->plan;
    double unit = 2 * PLD__PI / plan->period, last = unit * (double)all->mark[all->marks - 1], nodes = 0;
    for (size_t m = 0; m < all->count; m++)
        nodes += (double)(all->factors_split[m].rest.nodes + all->factors_split[m].jump.nodes) + 64;
    double most = fmin(plan->work / nodes, MOST_FREQUENCIES), everywhere = bound_beyond(all, NULL);
    for (size_t i = 0; i < all->marks && (double)all->mark[i] <= most; i++) {
        double from = unit * (double)all->mark[i];
        *dropped = pld__bound_dropped(plan->theta, variance, bound_beyond(all, &i), everywhere, from, last);
        if (*dropped <= exp(plan->log_negligible))
            return all->mark[i];
    }
    return 0;
}

/* e^(v s(s+1)/2) (1/(s(s+1)) - B), the transform of bound/sandwich.h (T15), B = 0 for the upper side. */
static double complex kernel_at(double theta, double t, double variance, double bump) {
    double complex product = pld__complex(theta * (theta + 1) - t * t, t * (2 * theta + 1));
    double growth = exp(variance * creal(product) / 2), angle = variance * cimag(product) / 2;
    return growth * pld__complex(cos(angle), sin(angle)) * (1 / product - bump);
}

/* One frequency of the whole: its part of the sum, and errors. */
static void add_term(const pld__split_product *all, double variance, size_t k, const pld__jump_polynomial *product,
                     pld__fourier *fourier) {
    const pld__fourier_plan *plan = all->plan;
    double complex coefficient = product->value[plan->jumps];
    double bump = fourier->upper ? 0 : pld__bound_sandwich(variance), t = 2 * PLD__PI / plan->period * (double)k;
    double twice = (k == 0 ? 1 : 2) / plan->period;
    double complex kernel = twice * kernel_at(plan->theta, t, variance, bump), value = coefficient * kernel;
    fourier->term[2 * k] = creal(value);
    fourier->term[2 * k + 1] = cimag(value);
    fourier->size += cabs(value);
    /* Of the kernel the exponents round, and both sides of the difference 1/product - bump. */
    double sizes = twice * exp(variance * (plan->theta * (plan->theta + 1) - t * t) / 2) *
                   (1 / fmax(t * t, plan->theta * plan->theta) + bump);
    double exponents = variance * (t * t + plan->theta * (plan->theta + 1) + (2 * plan->theta + 1) * t);
    double rounding = PLD__U * (64 + 8 * exponents); /* t is good to 3 u */
    fourier->error += product->error[plan->jumps] * cabs(kernel) + rounding * sizes * cabs(coefficient);
}

static const double WORK = 0.05; /* units of a point of a law at a frequency */

/* Multiplies one factor into all frequencies. */
static pld_status multiply_factor(const pld__split_product *all, size_t m, size_t kept, pld__jump_polynomial *products,
                                  pld__fourier *fourier, long double *size) {
    pld__branch rest, jump;
    const pld__split_factor *one = &all->factors_split[m];
    pld_status status = pld__branch_create(all, m, false, &rest);
    jump = (pld__branch){0};
    if (status == PLD_OK)
        status = pld__branch_create(all, m, true, &jump);
    for (size_t k = 0; k <= kept && status == PLD_OK; k++) {
        pld__jump_polynomial factor;
        status = pld__work_on(WORK * (double)all->factors[m].law->count);
        split_factor_at(one, &rest, &jump, all, k, &factor);
        pld__jump_polynomial_multiply(&products[k], &factor, all->plan->jumps);
    }
    /* The total loss at the centres, and what its rounding goes by. */
    const pld__branch *first = rest.law ? &rest : &jump;
    if (status == PLD_OK && first->law) {
        fourier->base += one->power * first->phasors.centre;
        *size += fabsl(one->power * first->phasors.centre);
    }
    pld__branch_free(&rest);
    pld__branch_free(&jump);
    return status;
}

static pld_status fill_terms(const pld__split_product *all, double variance, size_t kept, pld__fourier *fourier) {
    pld__jump_polynomial *products = pld__allocate(kept + 1, sizeof *products);
    fourier->term = pld__allocate(2 * (kept + 1), sizeof(double));
    pld_status status = products && fourier->term ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t k = 0; k <= kept && status == PLD_OK; k++)
        products[k] = (pld__jump_polynomial){.value = {1}};
    long double size = 0;
    for (size_t m = 0; m < all->count && status == PLD_OK; m++)
        status = multiply_factor(all, m, kept, products, fourier, &size);
    for (size_t k = 0; k <= kept && status == PLD_OK; k++)
        add_term(all, variance, k, &products[k], fourier);
    pld__free(products);
    fourier->count = kept + 1;
    fourier->log_scale = all->scale.log;
    fourier->log_scale_error = all->scale.error;
    fourier->label_error += (double)(0x1p-60L * size);
    /* The rounding of these sums, and what underflowed. */
    fourier->error = fourier->error * (1 + 1e-9) + 1e-300;
    return status;
}

/* log of the Fourier sum's moment at theta or lambda, from above. Leaves the shares of that exponent behind. */
static long double log_moment_upper(pld__split_product *all, bool at_lambda) {
    double error = 0;
    for (size_t m = 0; m < all->count; m++) {
        pld__split_factor *one = &all->factors_split[m];
        one->rest_moment = at_lambda ? one->lambda_rest : one->rest.moment;
        one->jump_moment = at_lambda ? one->lambda_jump : one->jump.moment;
        error += at_lambda ? one->lambda_error : 8 * PLD__U * one->power; /* weights sum to 1 within an ulp or two */
    }
    pld__scaling found = pld__split_scale_shares(all->factors_split, all->count, all->plan->jumps);
    if (found.log == -INFINITY) /* more jumps than steps */
        return found.log;
    long double slack = found.error;
    for (size_t m = 0; m < all->count; m++) { /* shares are larger than they look by a factor at most */
        double largest = 0;
        for (unsigned i = 0; i <= all->plan->jumps; i++)
            largest = fmax(largest, all->factors_split[m].share_error[i]);
        slack += largest;
    }
    return found.log + 1.001L * (error + slack + found.coefficient_error);
}

void pld__fourier_free(pld__fourier *fourier) {
    pld__free(fourier->term);
    fourier->term = NULL;
}

/* Whatever is outside is nothing that the theorems speak of. */
static bool plan_is_possible(const pld__fourier_plan *plan, double variance) {
    return plan->jumps <= PLD__MOST_JUMPS && plan->theta > 0 && isfinite(plan->theta) &&
           (plan->bounded || (plan->period > 0 && isfinite(plan->period) && variance > 0));
}

pld_status pld__fourier_create(const pld__factor *factors, size_t factor_count, const pld__fourier_plan *plan, double variance,
                               bool upper, pld__fourier *fourier, bool *certified) {
    *certified = plan_is_possible(plan, variance);
    *fourier = (pld__fourier){.upper = upper, .theta = plan->theta, .period = plan->period, .lambda = plan->lambda};
    if (!*certified)
        return PLD_OK;
    for (size_t m = 0; m < factor_count; m++)
        fourier->label_error += (double)factors[m].power * factors[m].law->label_error;
    /* Beyond this frequency smoothing alone leaves nothing. */
    double energy = plan->theta * (plan->theta + 1) + 2 * (8 - fmin(plan->log_negligible, 0)) / variance;
    double last = plan->bounded ? 1 : ceil(sqrt(energy) * plan->period / (2 * PLD__PI)) + 1;
    *certified = last < 1e15;
    if (!*certified)
        return PLD_OK;
    pld__split_product all;
    pld_status status = pld__split_product_create(factors, factor_count, plan, (size_t)last, upper, &all);
    if (status != PLD_OK)
        goto cleanup;
    if (plan->bounded || all.scale.log == -INFINITY) { /* -INFINITY: more jumps than steps */
        fourier->log_scale = log_moment_upper(&all, false) + logl(pld__bound_hockey_maximum(plan->theta));
        goto cleanup;
    }
    size_t kept = frequencies_needed(&all, variance, &fourier->error);
    *certified = kept > 0;
    if (!*certified)
        goto cleanup;
    status = fill_terms(&all, variance, kept, fourier);
    if (status == PLD_OK && !upper) {
        fourier->alias_below = pld__bound_alias_below(plan->theta, plan->period);
        fourier->log_alias_above =
            pld__bound_log_alias_above(log_moment_upper(&all, true), variance, plan->theta, plan->lambda, plan->period);
    }
cleanup:
    pld__free(all.factors_split);
    if (status != PLD_OK)
        pld__fourier_free(fourier);
    return status;
}
