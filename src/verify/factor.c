#include "verify/factor.h"

#include "base/base.h"

static void init_factor(pld__verify_factor *factor, pld__verify_factor_kind kind, uint64_t count) {
    *factor = (pld__verify_factor){.kind = kind, .count = count, .rate = 1};
    arb_init(factor->ratio);
    arb_init(factor->start);
    arb_init(factor->spacing);
    arb_init(factor->infinite);
    arb_init(factor->beyond);
}

static void clear_factor(pld__verify_factor *factor) {
    if (factor->kind == PLD__FACTOR_MIXTURE)
        pld__verify_mixture_clear(&factor->mixture);
    if (factor->mass)
        _arb_vec_clear(factor->mass, factor->atom_count);
    if (factor->loss)
        _arb_vec_clear(factor->loss, factor->atom_count);
    arb_clear(factor->ratio);
    arb_clear(factor->start);
    arb_clear(factor->spacing);
    arb_clear(factor->infinite);
    arb_clear(factor->beyond);
}

/* Gaussian losses add up to one: E e^(sL) = e^(mu^2 s (s + 1)/2) with the sum of all mu^2. */
static void add_gaussian(pld__verify_factors *factors, const pld__exact_step *step, slong precision) {
    pld__verify_factor *gaussian = NULL;
    arb_t square;
    for (size_t i = 0; i < factors->count && !gaussian; i++)
        if (factors->factors[i].kind == PLD__FACTOR_GAUSSIAN)
            gaussian = &factors->factors[i];
    if (!gaussian) {
        gaussian = &factors->factors[factors->count++];
        init_factor(gaussian, PLD__FACTOR_GAUSSIAN, 1);
    }
    arb_init(square);
    pld__verify_mixture_shift(square, step, precision);
    arb_sqr(square, square, precision);
    arb_mul_ui(square, square, step->count, precision);
    arb_add(gaussian->ratio, gaussian->ratio, square, precision);
    arb_clear(square);
}

static bool add_factor(pld__verify_factors *factors, const pld__exact_step *step, pld_direction direction, slong precision) {
    pld__verify_factor *factor = &factors->factors[factors->count];
    switch (step->kind) {
    case PLD__EXACT_NONE:
        return true;
    case PLD__EXACT_GAUSSIAN:
        add_gaussian(factors, step, precision);
        return true;
    case PLD__EXACT_BINOMIAL:
    case PLD__EXACT_HYPERGEOMETRIC:
    case PLD__EXACT_LISTS: {
        pld__verify_mixture mixture;
        if (!pld__verify_mixture_init(&mixture, step, direction, precision))
            return false;
        init_factor(factor, PLD__FACTOR_MIXTURE, step->count);
        factor->mixture = mixture;
        factors->count++;
        return true;
    }
    case PLD__EXACT_LAPLACE:
        init_factor(factor, PLD__FACTOR_LAPLACE, step->count);
        pld__verify_mixture_shift(factor->ratio, step, precision);
        factor->rate = step->rate;
        factor->added = direction == PLD_ADD;
        factors->count++;
        return true;
    case PLD__EXACT_DISCRETE_GAUSSIAN:
    case PLD__EXACT_DISCRETE_LAPLACE:
    case PLD__EXACT_RESPONSE:
    case PLD__EXACT_GUARANTEE:
        init_factor(factor, PLD__FACTOR_ATOMS, step->count);
        factors->count++;
        if (!pld__verify_factor_fill_atoms(factor, step, precision))
            return false;
        if (step->rate < 1)
            pld__verify_factor_sample(factor, step->rate, direction, precision);
        return true;
    }
    return false;
}

bool pld__verify_factors_init(pld__verify_factors *factors, const pld__exact_steps *steps, pld_direction direction,
                              slong precision) {
    *factors = (pld__verify_factors){.factors = pld__allocate(steps->count, sizeof *factors->factors)};
    bool fine = factors->factors != NULL;
    for (size_t i = 0; i < steps->count && fine; i++)
        fine = add_factor(factors, &steps->steps[i], direction, precision);
    return fine;
}

void pld__verify_factors_clear(pld__verify_factors *factors) {
    for (size_t i = 0; i < factors->count; i++)
        clear_factor(&factors->factors[i]);
    pld__free(factors->factors);
    *factors = (pld__verify_factors){.count = 0};
}

/* 1 - prod (1 - mass)^count of masses at infinite loss, and of those with what was left out: the ends of what is lost (T60). */
void pld__verify_factors_lost(const pld__verify_factor *factors, size_t count, arb_t lost, slong precision) {
    arb_t least, most, part;
    arb_init(least);
    arb_init(most);
    arb_init(part);
    arb_one(least);
    arb_one(most);
    for (size_t i = 0; i < count; i++) {
        const pld__verify_factor *factor = &factors[i];
        if (factor->kind != PLD__FACTOR_ATOMS)
            continue;
        arb_sub_ui(part, factor->infinite, 1, precision);
        arb_neg(part, part);
        arb_pow_ui(part, part, factor->count, precision);
        arb_mul(least, least, part, precision);
        arb_add(part, factor->infinite, factor->beyond, precision);
        arb_sub_ui(part, part, 1, precision);
        arb_neg(part, part);
        arb_pow_ui(part, part, factor->count, precision);
        arb_mul(most, most, part, precision);
    }
    arb_union(lost, least, most, precision);
    arb_sub_ui(lost, lost, 1, precision);
    arb_neg(lost, lost);
    arb_clear(least);
    arb_clear(most);
    arb_clear(part);
}
