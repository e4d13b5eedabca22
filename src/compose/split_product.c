#include "compose/split_product.h"

#include "base/base.h"
#include "compose/decay.h"
#include "compose/jump_polynomial.h"

#include <math.h>

/* Each mark is this many times the one before. */
static const double NEXT_MARK = 1.12;

void pld__branch_free(pld__branch *one) {
    if (one->law)
        pld__phasors_free(&one->phasors);
    pld__law_free(one->law);
}

/* The law of one side of the cut. */
static pld_status make_part(const pld__split_product *all, size_t m, bool jumping, pld__law **part) {
    const pld__law *law = all->factors[m].law;
    size_t cut = all->factors[m].jump < law->count ? all->factors[m].jump : law->count;
    *part = NULL;
    if (jumping && all->plan->jumps == 0)
        return PLD_OK;
    return pld__law_part(law, jumping ? cut : 0, jumping ? law->count : cut, all->plan->theta, all->upper, part);
}

pld_status pld__branch_create(const pld__split_product *all, size_t m, bool jumping, pld__branch *one) {
    *one = (pld__branch){0};
    pld_status status = make_part(all, m, jumping, &one->law);
    return status == PLD_OK && one->law ? pld__phasors_create(one->law, 2 * PLD__PI / all->plan->period, &one->phasors) : status;
}

/* Moments of a part, and how its transform falls. */
static pld_status summarise(const pld__split_product *all, size_t m, bool jumping, double highest, pld__split_factor *one) {
    pld__law *law;
    pld_status status = make_part(all, m, jumping, &law);
    pld__branch_summary *made = jumping ? &one->jump : &one->rest;
    *made = (pld__branch_summary){.exists = law != NULL};
    if (status != PLD_OK || !law)
        return status;
    made->moment = law->log_moment;
    made->nodes = law->count;
    pld__decay decay;
    status = pld__decay_create(law, highest, &decay);
    if (status == PLD_OK) {
        made->most = fmax(log1p(decay.excess), 0) + 4 * PLD__U;
        for (size_t i = 0; i < all->marks; i++)
            made->beyond[i] = pld__decay_beyond(&decay, 2 * PLD__PI / all->plan->period * (double)all->mark[i]);
        pld__decay_free(&decay);
        double times = jumping ? fmin(one->power, all->plan->jumps) : one->power;
        *(jumping ? &one->lambda_jump : &one->lambda_rest) = pld__law_log_moment(law, all->plan->lambda);
        one->lambda_error += times * pld__law_moment_error(law, all->plan->lambda);
    }
    pld__law_free(law);
    return status;
}

static long double log_binomial(double n, unsigned k) {
    long double sum = 0;
    for (unsigned i = 1; i <= k; i++)
        sum += logl((n - i + 1) / i);
    return sum;
}

/* The log of z at which all split factors together make `jumps` jumps on average, when each is weighted by z. */
static double find_lift(const pld__split_factor *factors_split, size_t count, unsigned jumps) {
    double low = -1e5, high = 1e5;
    while (jumps > 0 && high - low > 0.1) {
        double middle = (low + high) / 2, mean = 0;
        for (size_t m = 0; m < count; m++) {
            const pld__split_factor *one = &factors_split[m];
            double ratio =
                one->jump.exists && one->rest.exists ? exp(-fabs((double)(one->jump_moment - one->rest_moment) + middle)) : 0;
            bool more = (double)(one->jump_moment - one->rest_moment) + middle > 0;
            double chance = !one->jump.exists ? 0 : !one->rest.exists ? 1 : more ? 1 / (1 + ratio) : ratio / (1 + ratio);
            mean += one->power * chance;
        }
        if (mean < jumps)
            low = middle;
        else
            high = middle;
    }
    return jumps > 0 ? (low + high) / 2 : 0;
}

/* Fills the shares from the moments, divided by a factor that makes the wanted coefficient of their product 1. Each
 * jump is weighted by z^-1 z with z from find_lift: shares far from the wanted number may be huge otherwise. */
pld__scaling pld__split_scale_shares(pld__split_factor *factors_split, size_t count, unsigned jumps) {
    double lift = find_lift(factors_split, count, jumps);
    long double total = -(long double)jumps * lift, sizes = fabsl(total);
    pld__jump_polynomial product = {.value = {1}};
    for (size_t m = 0; m < count; m++) {
        pld__split_factor *one = &factors_split[m];
        long double logs[PLD__MOST_JUMPS + 1], largest = -INFINITY;
        pld__jump_polynomial factor = {.value = {0}};
        one->size = 0;
        for (unsigned i = 0; i <= jumps; i++) {
            bool possible = i <= one->power && (i == 0 || one->jump.exists) && (one->power <= i || one->rest.exists);
            long double ways = log_binomial(one->power, i), rest = i < one->power ? (one->power - i) * one->rest_moment : 0,
                        jump = i > 0 ? i * (one->jump_moment + lift) : 0;
            logs[i] = possible ? ways + rest + jump : -INFINITY;
            largest = fmaxl(largest, logs[i]);
            /* log_binomial adds up to i logs, each good to a unit or two. */
            one->size = possible ? fmaxl(one->size, (i + 1) * (fabsl(ways) + 2) + fabsl(rest) + fabsl(jump)) : one->size;
        }
        for (unsigned i = 0; i <= jumps; i++) {
            one->log_share[i] = largest == -INFINITY ? -INFINITY : (double)(logs[i] - largest);
            /* A difference of two such sums, rounded to a double; without jumps it is 0. */
            bool rounded = jumps > 0 && one->log_share[i] > -INFINITY;
            one->share_error[i] = rounded ? 0x1p-61 * (double)one->size + PLD__U * fabs(one->log_share[i]) : 0;
            factor.value[i] = exp(one->log_share[i]);
            factor.error[i] = creal(factor.value[i]) * 4 * PLD__U;
        }
        pld__jump_polynomial_multiply(&product, &factor, jumps);
        total += largest;
        sizes += one->size;
    }
    double value = creal(product.value[jumps]), coefficient = log(value);
    for (unsigned i = 0; i <= jumps && coefficient > -INFINITY; i++) {
        if (factors_split[0].log_share[i] == -INFINITY)
            continue;
        factors_split[0].log_share[i] -= coefficient;
        factors_split[0].share_error[i] += PLD__U * (fabs(factors_split[0].log_share[i]) + fabs(coefficient));
    }
    return (pld__scaling){.log = total + coefficient,
                          .error = 0x1p-62L * (long double)(count + 2) * (sizes + fabs(coefficient)),
                          .coefficient_error = product.error[jumps] / value + 4 * PLD__U * (1 + fabs(coefficient))};
}

/* 1, 2, 3 .. and later in larger steps, up to the last frequency. */
static void place_marks(pld__split_product *all, size_t last) {
    for (double at = 1; all->marks + 1 < PLD__SPLIT_MARKS && at < (double)last; at = fmax(at + 1, floor(at * NEXT_MARK)))
        all->mark[all->marks++] = (size_t)at;
    all->mark[all->marks++] = last;
}

pld_status pld__split_product_create(const pld__factor *factors, size_t count, const pld__fourier_plan *plan, size_t last,
                                     bool upper, pld__split_product *all) {
    *all = (pld__split_product){.factors = factors, .plan = plan, .upper = upper, .count = count};
    all->factors_split = pld__allocate(count, sizeof(pld__split_factor));
    if (!all->factors_split)
        return PLD_ERROR_MEMORY;
    if (!plan->bounded)
        place_marks(all, last);
    double highest = plan->bounded ? 0 : 2 * PLD__PI / plan->period * (double)last;
    for (size_t m = 0; m < count; m++) {
        pld__split_factor *one = &all->factors_split[m];
        *one = (pld__split_factor){.power = (double)factors[m].power};
        pld_status status = summarise(all, m, false, highest, one);
        if (status == PLD_OK)
            status = summarise(all, m, true, highest, one);
        if (status != PLD_OK)
            return status;
        one->rest_moment = one->rest.moment;
        one->jump_moment = one->jump.moment;
    }
    all->scale = pld__split_scale_shares(all->factors_split, count, plan->jumps);
    return PLD_OK;
}
