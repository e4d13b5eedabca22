/* Discrete steps of any kinds, counted through (T87), on a lattice as powers of a polynomial (T67): how often each outcome came
 * up is multinomial for each kind, and
 *
 *     delta = lost + sum over all counts of their probability times (1 - e^(epsilon - loss))_+.
 *
 * With Laplace steps beside them the last factor is delta of those at epsilon - loss. */
#include "verify/closed.h"

#include <arb_poly.h>

/* Ways that outcomes can be counted in all, and coefficients of a power. */
static const double WAYS_MOST = 3e5, LENGTH_MOST = 4000, LAPLACE_MOST = 4e6;

typedef struct {
    slong count;
    arb_ptr loss, mass;
} list;

static void init_list(list *made, slong count) {
    *made = (list){count, _arb_vec_init(count), _arb_vec_init(count)};
}

static void clear_list(list *of) {
    _arb_vec_clear(of->loss, of->count);
    _arb_vec_clear(of->mass, of->count);
}

/* --- one kind ------------------------------------------------------------------------------------------------------- */

static slong outcomes_of(const pld__verify_factor *factor) {
    slong count = 0;
    for (slong j = 0; j < factor->atom_count; j++)
        count += !arb_is_zero(factor->mass + j);
    return count;
}

static bool is_polynomial(const pld__verify_factor *factor) {
    return !factor->loss && (double)factor->atom_count * (double)factor->count <= LENGTH_MOST;
}

/* In how many ways its outcomes can be counted. */
static double ways_of(const pld__verify_factor *factor) {
    if (is_polynomial(factor))
        return (double)(factor->atom_count - 1) * (double)factor->count + 1;
    double ways = 1;
    for (slong i = 1; i < outcomes_of(factor); i++)
        ways *= ((double)factor->count + (double)i) / (double)i;
    return ways + 1e-6 * ways;
}

static void fill_polynomial(const pld__verify_factor *factor, list *made, slong precision) {
    arb_poly_t law;
    arb_t start;
    arb_poly_init(law);
    arb_init(start);
    for (slong j = 0; j < factor->atom_count; j++)
        arb_poly_set_coeff_arb(law, j, factor->mass + j);
    arb_poly_pow_ui(law, law, factor->count, precision);
    arb_mul_ui(start, factor->start, factor->count, precision);
    init_list(made, arb_poly_length(law));
    for (slong n = 0; n < made->count; n++) {
        arb_mul_si(made->loss + n, factor->spacing, n, precision);
        arb_add(made->loss + n, made->loss + n, start, precision);
        arb_set(made->mass + n, arb_poly_get_coeff_ptr(law, n));
    }
    arb_poly_clear(law);
    arb_clear(start);
}

/* Adds an outcome of mass p and loss l to counts that are there: of those with `left` steps to go, as many as are there. The last
 * outcome takes all. */
typedef struct {
    const pld__verify_factor *factor;
    slong outcomes, precision;
    arb_ptr mass, loss; /* of the outcomes that there are */
    list *made;
    slong filled;
} counting;

static void count_on(counting *to, slong outcome, uint64_t left, const arb_t loss, const arb_t mass) {
    arb_t next_loss, next_mass, power;
    arb_init(next_loss);
    arb_init(next_mass);
    arb_init(power);
    if (outcome == to->outcomes - 1) {
        arb_pow_ui(power, to->mass + outcome, left, to->precision);
        arb_mul(to->made->mass + to->filled, mass, power, to->precision);
        arb_set(next_loss, loss);
        arb_addmul_ui(next_loss, to->loss + outcome, left, to->precision);
        arb_set(to->made->loss + to->filled++, next_loss);
    } else {
        arb_set(next_loss, loss);
        arb_set(next_mass, mass);
        for (uint64_t n = 0; n <= left; n++) {
            count_on(to, outcome + 1, left - n, next_loss, next_mass);
            arb_add(next_loss, next_loss, to->loss + outcome, to->precision);
            arb_mul(next_mass, next_mass, to->mass + outcome, to->precision); /* C(left, n) p^n to C(left, n + 1) p^(n + 1) */
            arb_mul_ui(next_mass, next_mass, left - n, to->precision);
            arb_div_ui(next_mass, next_mass, n + 1, to->precision);
        }
    }
    arb_clear(next_loss);
    arb_clear(next_mass);
    arb_clear(power);
}

static void fill_counts(const pld__verify_factor *factor, list *made, slong precision) {
    counting to = {.factor = factor, .outcomes = outcomes_of(factor), .precision = precision, .made = made};
    arb_t none, all;
    slong found = 0, ways = 1;
    arb_init(none);
    arb_init(all);
    arb_one(all);
    to.mass = _arb_vec_init(to.outcomes);
    to.loss = _arb_vec_init(to.outcomes);
    for (slong j = 0; j < factor->atom_count; j++)
        if (!arb_is_zero(factor->mass + j)) {
            arb_set(to.mass + found, factor->mass + j);
            pld__verify_factor_loss(factor, j, to.loss + found++, precision);
        }
    for (slong i = 1; i < to.outcomes; i++) /* C(T + i, i), whole at every step */
        ways = ways * ((slong)factor->count + i) / i;
    init_list(made, ways);
    count_on(&to, 0, factor->count, none, all);
    _arb_vec_clear(to.mass, to.outcomes);
    _arb_vec_clear(to.loss, to.outcomes);
    arb_clear(none);
    arb_clear(all);
}

/* --- all of them ---------------------------------------------------------------------------------------------------- */

/* Those of both together, in place of the first. */
static void join(list *all, list *with, slong precision) {
    list made;
    init_list(&made, all->count * with->count);
    for (slong i = 0, n = 0; i < all->count; i++)
        for (slong j = 0; j < with->count; j++, n++) {
            arb_add(made.loss + n, all->loss + i, with->loss + j, precision);
            arb_mul(made.mass + n, all->mass + i, with->mass + j, precision);
        }
    clear_list(all);
    clear_list(with);
    *all = made;
}

/* delta of what is beside the discrete steps, at any real e: of nothing (1 - e^e)_+, of Laplace steps that as well where all of
 * their losses are above e. */
static void delta_beside(const pld__verify_factor *beside, const arb_t e, arb_t delta, slong precision) {
    arb_t least;
    arb_init(least);
    if (beside) {
        arb_mul_ui(least, beside->ratio, beside->count, precision);
        arb_neg(least, least);
    }
    if (!beside || arb_lt(e, least)) {
        arb_neg(delta, e);
        arb_nonnegative_part(delta, delta);
        arb_neg(delta, delta);
        arb_expm1(delta, delta, precision);
        arb_neg(delta, delta);
    } else if (!arb_gt(e, least) || !pld__laplace_delta(beside, e, delta, precision)) {
        arb_zero_pm_one(delta);
    }
    arb_clear(least);
}

static bool is_affordable(const pld__verify_factors *factors, const pld__verify_factor **beside) {
    double ways = 1;
    *beside = NULL;
    for (size_t i = 0; i < factors->count; i++) {
        const pld__verify_factor *factor = &factors->factors[i];
        if (factor->kind == PLD__FACTOR_ATOMS)
            ways *= ways_of(factor);
        else if (factor->kind == PLD__FACTOR_LAPLACE && factor->rate == 1 && !*beside)
            *beside = factor;
        else
            return false;
    }
    double steps = *beside ? (double)(*beside)->count : 0;
    return ways <= WAYS_MOST && ways * steps * steps <= LAPLACE_MOST && (!*beside || factors->count > 1);
}

bool pld__counts_delta(const pld__verify_factors *factors, const arb_t epsilon, arb_t delta, slong precision) {
    const pld__verify_factor *beside;
    if (!is_affordable(factors, &beside))
        return false;
    list all, more;
    arb_t e, part;
    arb_init(e);
    arb_init(part);
    init_list(&all, 1);
    arb_one(all.mass);
    for (size_t i = 0; i < factors->count; i++) {
        if (factors->factors[i].kind != PLD__FACTOR_ATOMS)
            continue;
        if (is_polynomial(&factors->factors[i]))
            fill_polynomial(&factors->factors[i], &more, precision);
        else
            fill_counts(&factors->factors[i], &more, precision);
        join(&all, &more, precision);
    }
    arb_zero(delta);
    for (slong n = 0; n < all.count; n++) {
        arb_sub(e, epsilon, all.loss + n, precision);
        if (!beside && arb_is_nonnegative(e))
            continue;
        delta_beside(beside, e, part, precision);
        arb_addmul(delta, part, all.mass + n, precision);
    }
    pld__verify_factors_lost(factors->factors, factors->count, part, precision);
    arb_add(delta, delta, part, precision);
    clear_list(&all);
    arb_clear(e);
    arb_clear(part);
    return true;
}
