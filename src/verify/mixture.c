#include "verify/mixture.h"

static void init_side(pld__verify_side *side, slong count) {
    side->count = count;
    side->mean = _arb_vec_init(count);
    side->coefficient = _arb_vec_init(count);
    side->weight = _arb_vec_init(count);
    arb_init(side->least);
    arb_init(side->most);
}

static void clear_side(pld__verify_side *side) {
    _arb_vec_clear(side->mean, side->count);
    _arb_vec_clear(side->coefficient, side->count);
    _arb_vec_clear(side->weight, side->count);
    arb_clear(side->least);
    arb_clear(side->most);
}

/* Binom(j; records, rate): from whole numbers and the double, or the fraction, that the rate is. */
static void fill_binomial(pld__verify_side *side, uint64_t records, const pld__exact_step *step, slong precision) {
    arb_t q, other;
    arb_init(q);
    arb_init(other);
    arb_set_d(q, step->rate);
    if (step->population > 0) {
        arb_set_ui(q, step->batch);
        arb_div_ui(q, q, step->population, precision);
    }
    arb_sub_ui(other, q, 1, precision);
    arb_neg(other, other);
    for (slong j = 0; j < side->count; j++) {
        arb_t power;
        arb_init(power);
        arb_bin_uiui(side->weight + j, records, (ulong)j, precision);
        arb_pow_ui(power, q, (ulong)j, precision);
        arb_mul(side->weight + j, side->weight + j, power, precision);
        arb_pow_ui(power, other, records - (ulong)j, precision);
        arb_mul(side->weight + j, side->weight + j, power, precision);
        arb_clear(power);
    }
    arb_clear(q);
    arb_clear(other);
}

/* C(k, j) C(N - k, B - j)/C(N, B) = C(k, j) prod_{i<j} (B - i)/(N - i) prod_{i<k-j} (N - B - i)/(N - j - i): no large factorials.
 */
static void fill_hypergeometric(pld__verify_side *side, const pld__exact_step *step, slong precision) {
    uint64_t k = step->removed, population = step->population, batch = step->batch;
    for (slong j = 0; j < side->count; j++) {
        arb_ptr weight = side->weight + j;
        uint64_t drawn = (uint64_t)j;
        if (drawn > batch || k - drawn > population - batch) {
            arb_zero(weight);
            continue;
        }
        arb_bin_uiui(weight, k, drawn, precision);
        for (uint64_t i = 0; i < drawn; i++) {
            arb_mul_ui(weight, weight, batch - i, precision);
            arb_div_ui(weight, weight, population - i, precision);
        }
        for (uint64_t i = 0; i < k - drawn; i++) {
            arb_mul_ui(weight, weight, population - batch - i, precision);
            arb_div_ui(weight, weight, population - drawn - i, precision);
        }
    }
}

/* Weights over their sum, means times sensitivity/sigma. */
static void fill_list(pld__verify_side *side, const double *weights, const double *means, const arb_t scale, bool negated,
                      slong precision) {
    arb_t total, value;
    arb_init(total);
    arb_init(value);
    for (slong j = 0; j < side->count; j++) {
        arb_set_d(side->weight + j, weights[j]);
        arb_add(total, total, side->weight + j, precision);
        arb_set_d(value, negated ? -means[j] : means[j]);
        arb_mul(side->mean + j, value, scale, precision);
    }
    for (slong j = 0; j < side->count; j++)
        arb_div(side->weight + j, side->weight + j, total, precision);
    arb_clear(total);
    arb_clear(value);
}

/* Least and largest mean and the coefficients, from means and weights. */
static void finish_side(pld__verify_side *side, slong precision) {
    arb_t square;
    arb_init(square);
    arb_set(side->least, side->mean);
    arb_set(side->most, side->mean);
    for (slong j = 0; j < side->count; j++) {
        arb_min(side->least, side->least, side->mean + j, precision);
        arb_max(side->most, side->most, side->mean + j, precision);
        arb_sqr(square, side->mean + j, precision);
        arb_mul_2exp_si(square, square, -1);
        arb_neg(square, square);
        arb_exp(square, square, precision);
        arb_mul(side->coefficient + j, side->weight + j, square, precision);
    }
    arb_clear(square);
}

static void finish(pld__verify_mixture *mixture, slong precision) {
    finish_side(&mixture->p, precision);
    finish_side(&mixture->q, precision);
    arb_sub(mixture->low, mixture->p.least, mixture->q.most, precision);
    arb_sub(mixture->high, mixture->p.most, mixture->q.least, precision);
    arb_sub(mixture->spread, mixture->p.most, mixture->p.least, precision);
    arb_sub(mixture->q_spread, mixture->q.most, mixture->q.least, precision);
    arb_max(mixture->spread, mixture->spread, mixture->q_spread, precision);
    mixture->oriented = mixture->powers || arb_is_nonnegative(mixture->low);
    if (mixture->powers)
        arb_zero(mixture->low);
}

static void init_all(pld__verify_mixture *mixture, slong p_count, slong q_count) {
    arb_init(mixture->step);
    arb_init(mixture->low);
    arb_init(mixture->high);
    arb_init(mixture->spread);
    arb_init(mixture->q_spread);
    init_side(&mixture->p, p_count);
    init_side(&mixture->q, q_count);
}

void pld__verify_mixture_clear(pld__verify_mixture *mixture) {
    clear_side(&mixture->p);
    clear_side(&mixture->q);
    arb_clear(mixture->step);
    arb_clear(mixture->low);
    arb_clear(mixture->high);
    arb_clear(mixture->spread);
    arb_clear(mixture->q_spread);
}

void pld__verify_mixture_shift(arb_t result, const pld__exact_step *step, slong precision) {
    arb_t factor;
    arb_init(factor);
    arb_set_d(result, step->sensitivity);
    arb_set_d(factor, step->shift);
    arb_mul(result, result, factor, precision);
    arb_set_d(factor, step->scale);
    arb_div(result, result, factor, precision);
    arb_clear(factor);
}

/* P goes up by the records that only it has and Q down by its own; in the add direction, negated, again P up and Q down. */
static void init_counts(pld__verify_mixture *mixture, const pld__exact_step *step, pld_direction direction, slong precision) {
    bool remove = direction == PLD_REMOVE;
    uint64_t up = remove ? step->removed : step->added, down = remove ? step->added : step->removed;
    init_all(mixture, (slong)up + 1, (slong)down + 1);
    mixture->powers = true;
    pld__verify_mixture_shift(mixture->step, step, precision);
    if (step->kind == PLD__EXACT_BINOMIAL) {
        fill_binomial(&mixture->p, up, step, precision);
        fill_binomial(&mixture->q, down, step, precision);
    } else {
        pld__verify_side *drawn = remove ? &mixture->p : &mixture->q, *none = remove ? &mixture->q : &mixture->p;
        fill_hypergeometric(drawn, step, precision);
        arb_one(none->weight);
    }
    for (slong j = 0; j < mixture->p.count; j++)
        arb_mul_si(mixture->p.mean + j, mixture->step, j, precision);
    for (slong j = 0; j < mixture->q.count; j++)
        arb_mul_si(mixture->q.mean + j, mixture->step, -j, precision);
}

static void init_lists(pld__verify_mixture *mixture, const pld__exact_step *step, pld_direction direction, slong precision) {
    int p = direction == PLD_REMOVE ? 0 : 1, q = 1 - p;
    bool negated = direction == PLD_ADD;
    init_all(mixture, (slong)step->list_counts[p], (slong)step->list_counts[q]);
    mixture->powers = false;
    pld__verify_mixture_shift(mixture->step, step, precision);
    fill_list(&mixture->p, step->weights[p], step->means[p], mixture->step, negated, precision);
    fill_list(&mixture->q, step->weights[q], step->means[q], mixture->step, negated, precision);
}

bool pld__verify_mixture_init(pld__verify_mixture *mixture, const pld__exact_step *step, pld_direction direction,
                              slong precision) {
    bool lists = step->kind == PLD__EXACT_LISTS;
    if (!lists && step->kind != PLD__EXACT_BINOMIAL && step->kind != PLD__EXACT_HYPERGEOMETRIC)
        return false;
    uint64_t components = lists ? step->list_counts[0] + step->list_counts[1] : step->removed + step->added;
    if (components > PLD__MIXTURE_COMPONENTS_MOST)
        return false;
    if (lists)
        init_lists(mixture, step, direction, precision);
    else
        init_counts(mixture, step, direction, precision);
    finish(mixture, precision);
    return true;
}

/* --- values --------------------------------------------------------------------------------------------------------- */

/* log r at z = x + i height. Means are counted from the least one, so that the angles of all terms are within [0, height spread),
 * less than pi, and the principal log of the sum is the branch that is real for height 0. `base` is e^(step z) where means are
 * its powers. */
static void log_of_side(const pld__verify_side *side, bool powers, bool down, const acb_t base, const acb_t z, acb_t result,
                        slong precision) {
    acb_t sum, term;
    if (powers && side->count == 1) { /* a single mean 0 of weight 1 */
        acb_zero(result);
        return;
    }
    acb_init(sum);
    acb_init(term);
    if (powers) {
        if (down)
            acb_inv(term, base, precision);
        else
            acb_set(term, base);
        for (slong j = side->count; j-- > 0;) {
            acb_mul(sum, sum, term, precision);
            acb_add_arb(sum, sum, side->coefficient + j, precision);
        }
        acb_log(result, sum, precision);
    } else {
        arb_t mean;
        arb_init(mean);
        for (slong j = 0; j < side->count; j++) {
            arb_sub(mean, side->mean + j, side->least, precision);
            acb_mul_arb(term, z, mean, precision);
            acb_exp(term, term, precision);
            acb_mul_arb(term, term, side->coefficient + j, precision);
            acb_add(sum, sum, term, precision);
        }
        acb_log(result, sum, precision);
        acb_mul_arb(term, z, side->least, precision);
        acb_add(result, result, term, precision);
        arb_clear(mean);
    }
    acb_clear(sum);
    acb_clear(term);
}

static void both_logs(const pld__verify_mixture *mixture, const acb_t z, acb_t log_p, acb_t log_q, slong precision) {
    acb_t base;
    acb_init(base);
    if (mixture->powers) {
        acb_mul_arb(base, z, mixture->step, precision);
        acb_exp(base, base, precision);
    }
    log_of_side(&mixture->p, mixture->powers, false, base, z, log_p, precision);
    log_of_side(&mixture->q, mixture->powers, true, base, z, log_q, precision);
    acb_clear(base);
}

void pld__verify_mixture_logs(const pld__verify_mixture *mixture, const arb_t x, arb_t log_p, arb_t log_q, slong precision) {
    acb_t z, p, q;
    acb_init(z);
    acb_init(p);
    acb_init(q);
    acb_set_arb(z, x);
    both_logs(mixture, z, p, q, precision);
    arb_set(log_p, acb_realref(p));
    arb_set(log_q, acb_realref(q));
    acb_clear(z);
    acb_clear(p);
    acb_clear(q);
}

void pld__verify_mixture_complex_logs(const pld__verify_mixture *mixture, const arb_t x, const arb_t height, acb_t log_p,
                                      acb_t log_q, slong precision) {
    acb_t z;
    acb_init(z);
    arb_set(acb_realref(z), x);
    arb_set(acb_imagref(z), height);
    both_logs(mixture, z, log_p, log_q, precision);
    acb_clear(z);
}

void pld__verify_side_posterior_mean(const pld__verify_side *side, const arb_t x, arb_t mean, slong precision) {
    arb_t total, term, shifted;
    arb_init(total);
    arb_init(term);
    arb_init(shifted);
    arb_zero(shifted);
    for (slong j = 0; j < side->count; j++) {
        arb_mul(term, side->mean + j, x, precision);
        arb_exp(term, term, precision);
        arb_mul(term, term, side->coefficient + j, precision);
        arb_add(total, total, term, precision);
        arb_addmul(shifted, term, side->mean + j, precision);
    }
    arb_div(mean, shifted, total, precision);
    arb_clear(total);
    arb_clear(term);
    arb_clear(shifted);
}
