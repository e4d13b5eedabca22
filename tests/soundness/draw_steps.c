#include "soundness/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Half of the numbers as a person would write them, half with all their digits. */
static double number(dice *from, double low, double high) {
    double value = dice_logarithmic(from, low, high);
    char text[40];
    if (dice_chance(from, 0.6)) {
        snprintf(text, sizeof text, "%.*g", 1 + (int)dice_below(from, 3), value);
        value = strtod(text, NULL);
    }
    return value < low ? low : value > high ? high : value;
}

static uint64_t whole(dice *from, double low, double high) {
    return (uint64_t)floor(dice_logarithmic(from, low, high + 0.999));
}

static double draw_rate(dice *from, draw_range range) {
    if (range == DRAW_MODERATE)
        return number(from, 1e-4, 0.9);
    switch (dice_below(from, 10)) {
    case 0:
        return number(from, 1e-20, 1e-12);
    case 1:
    case 2:
        return number(from, 1e-12, 1e-4);
    case 3:
        return 1 - dice_logarithmic(from, 1e-16, 1e-2);
    case 4:
        return dice_chance(from, 0.2) ? 0 : dice_chance(from, 0.3) ? 1 : 0.5;
    default:
        return number(from, 1e-4, 1);
    }
}

static double draw_noise(dice *from, draw_range range) {
    if (range == DRAW_MODERATE)
        return number(from, 0.3, 30);
    return dice_chance(from, 0.5)   ? number(from, 0.3, 30)
           : dice_chance(from, 0.7) ? number(from, 1e-3, 1)
                                    : number(from, 1e-4, 1e4);
}

static double draw_sensitivity(dice *from) {
    return dice_chance(from, 0.7) ? 1 : dice_chance(from, 0.5) ? 1 + (double)dice_below(from, 20) : number(from, 1e-3, 1e3);
}

/* P right of Q, or touching it: then the loss rises. Weights that hardly differ from 1 and means that meet are wanted. */
static void draw_mixture(dice *from, step *to, draw_range range) {
    for (int side = 0; side < 2; side++) {
        unsigned count = 1 + (unsigned)dice_below(from, 3);
        double *weight = side ? to->q_weight : to->p_weight, *mean = side ? to->q_mean : to->p_mean, rest = 1;
        for (unsigned i = 0; i < count; i++) {
            weight[i] = i + 1 < count ? rest * fmin(draw_rate(from, range), 0.999) : rest;
            rest -= weight[i];
            mean[i] = i == 0 && dice_chance(from, 0.5) ? 0 : (side ? -1 : 1) * number(from, 1e-2, 4);
        }
        *(side ? &to->q_count : &to->p_count) = count;
    }
}

static void draw_groups(dice *from, step *to, draw_range range) {
    to->removed = dice_chance(from, 0.6) ? 1 : whole(from, 1, range == DRAW_ANY ? 40 : 4);
    to->added = dice_chance(from, 0.75) ? 0 : whole(from, 1, range == DRAW_ANY ? 8 : 2);
    if (to->added > 0 && dice_chance(from, 0.2))
        to->removed = 0;
}

static void draw_discrete_scale(dice *from, step *to, draw_range range) {
    bool gaussian = to->family == DISCRETE_GAUSSIAN;
    to->sensitivity = dice_chance(from, 0.6) ? 1 : (double)whole(from, 1, 8);
    if (gaussian)
        to->scale = range == DRAW_ANY ? number(from, 0.05, 30) : number(from, 0.5, 20);
    else if (range == DRAW_ANY)
        to->scale = dice_chance(from, 0.2)   ? number(from, 1e3, 1e18)
                    : dice_chance(from, 0.3) ? number(from, 1e-3, 0.1)
                                             : number(from, 0.1, 100);
    else
        to->scale = number(from, 0.5, 50);
}

static double draw_guarantee(dice *from, draw_range range) {
    return range == DRAW_ANY && dice_chance(from, 0.3)   ? number(from, 1e-18, 1e-3)
           : range == DRAW_ANY && dice_chance(from, 0.2) ? number(from, 10, 5000)
                                                         : number(from, 1e-3, 5);
}

step draw_step(dice *from, family of, draw_range range) {
    step made = {.family = of, .sensitivity = 1, .rate = 1, .shift = 1, .count = 1, .removed = 1, .k = 2};
    if (of <= POISSON_LAPLACE || of == NOISY_VOTE) {
        made.sensitivity = draw_sensitivity(from);
        made.scale = draw_noise(from, range) * (range == DRAW_MODERATE || dice_chance(from, 0.5) ? made.sensitivity : 1);
    }
    if (of == POISSON_GAUSSIAN || of == POISSON_LAPLACE || (of >= RANDOMIZED_RESPONSE && dice_chance(from, 0.3)))
        made.rate = draw_rate(from, range);
    switch (of) {
    case POISSON_GAUSSIAN:
        draw_groups(from, &made, range);
        made.wrapped = made.removed == 1 && made.added == 0 && made.rate != 1 && dice_chance(from, 0.1);
        break;
    case POISSON_LAPLACE:
        if (range == DRAW_ANY && dice_chance(from, 0.5)) /* losses of which e^loss is no double */
            made.scale = made.sensitivity / number(from, 500, 4000);
        made.wrapped = made.rate != 1 && dice_chance(from, 0.2);
        break;
    case HYPERGEOMETRIC_GAUSSIAN:
        made.population = whole(from, 2, dice_chance(from, 0.2) ? 1e15 : 1e6);
        made.batch = whole(from, 1, (double)made.population);
        made.batch = made.batch > made.population ? made.population : made.batch;
        made.k = whole(from, 1, range == DRAW_ANY ? fmin(30, (double)made.population) : 1);
        made.k = made.k > made.population ? made.population : made.k;
        made.shift = dice_chance(from, 0.7) ? 1 : dice_chance(from, 0.5) ? 2 : number(from, 0.1, 3);
        break;
    case MIXTURE_GAUSSIAN:
        draw_mixture(from, &made, range);
        break;
    case RANDOMIZED_RESPONSE:
        made.epsilon = draw_guarantee(from, range);
        made.k = dice_chance(from, 0.6) ? 2 : whole(from, 2, 1000);
        if (dice_chance(from, 0.3))
            made.truth = number(from, 1e-6, 0.999999);
        made.sensitivity = made.rate == 1 && dice_chance(from, 0.3) ? (double)whole(from, 1, 20) : 1;
        break;
    case DISCRETE_GAUSSIAN:
    case DISCRETE_LAPLACE:
        draw_discrete_scale(from, &made, range);
        break;
    case APPROX_DP:
        made.epsilon = draw_guarantee(from, range);
        made.delta = dice_chance(from, 0.5) ? 0 : dice_chance(from, 0.1) ? 1 : number(from, 1e-12, 0.5);
        break;
    default:
        break;
    }
    return made;
}

/* --- compositions --------------------------------------------------------------------------------------------------- */

question draw_single(dice *from) {
    question made = {.step_count = 1};
    /* Half of them where the most arithmetic is. */
    family of = dice_chance(from, 0.5) ? (dice_chance(from, 0.6) ? POISSON_GAUSSIAN : POISSON_LAPLACE)
                                       : (family)dice_below(from, FAMILIES);
    made.steps[0] = draw_step(from, of, DRAW_ANY);
    return made;
}

question draw_gaussians(dice *from) {
    question made = {.step_count = 1 + (unsigned)dice_below(from, 3)};
    for (unsigned i = 0; i < made.step_count; i++) {
        made.steps[i] = draw_step(from, GAUSSIAN, DRAW_ANY);
        made.steps[i].count = dice_chance(from, 0.7) ? whole(from, 1, 1e4) : whole(from, 1, 1e9);
        if (dice_chance(from, 0.9)) /* else there is nothing left to ask about */
            made.steps[i].scale = number(from, 0.1, 30) * made.steps[i].sensitivity * sqrt((double)made.steps[i].count);
    }
    return made;
}

question draw_discrete(dice *from) {
    question made = {.step_count = dice_chance(from, 0.7) ? 1 : 2};
    for (unsigned i = 0; i < made.step_count; i++) {
        step *to = &made.steps[i];
        *to = draw_step(from, (family)(RANDOMIZED_RESPONSE + (int)dice_below(from, FAMILIES - RANDOMIZED_RESPONSE)), DRAW_ANY);
        bool two = (to->family == RANDOMIZED_RESPONSE && to->k == 2) || to->family == NOISY_VOTE ||
                   (to->family == APPROX_DP && to->delta == 0) || (to->family == DISCRETE_LAPLACE && to->sensitivity == 1);
        bool sums = to->family == DISCRETE_GAUSSIAN && made.step_count == 1;
        to->count = two ? whole(from, 1, made.step_count == 1 ? 20000 : 150) : whole(from, 1, sums ? 12 : 6);
        if (to->family == DISCRETE_GAUSSIAN && !(sums && to->rate == 1))
            to->scale = fmin(to->scale, 1), to->count = 1 + dice_below(from, 2);
        if (to->family == RANDOMIZED_RESPONSE)
            to->sensitivity = 1;
    }
    return made;
}

question draw_low_noise(dice *from) {
    question made = {.step_count = 1};
    step *to = &made.steps[0];
    *to = draw_step(from, POISSON_GAUSSIAN, DRAW_ANY);
    to->rate = dice_chance(from, 0.5) ? number(from, 0.01, 0.9) : fmin(fmax(draw_rate(from, DRAW_ANY), 1e-20), 1 - 0x1p-50);
    to->sensitivity = 1;
    to->added = 0;
    to->removed = dice_chance(from, 0.8) ? 1 : to->removed + (to->removed == 0);
    to->wrapped = false;
    to->scale = number(from, 5e-3, 0.06);
    to->count = dice_chance(from, 0.8) ? whole(from, 2, 300) : whole(from, 2, 1e7);
    return made;
}

question draw_pair(dice *from) {
    question made = {.step_count = 1 + (unsigned)dice_below(from, 2)};
    for (unsigned i = 0; i < made.step_count; i++) {
        family of = (family)(1 + dice_below(from, POISSON_LAPLACE));
        made.steps[i] = draw_step(from, of, DRAW_MODERATE);
        made.steps[i].count = made.step_count == 1 ? 2 : 1;
        if (of == POISSON_GAUSSIAN && dice_chance(from, 0.4))
            made.steps[i].rate = draw_rate(from, DRAW_ANY);
    }
    return made;
}

question draw_many(dice *from) {
    question made = {.step_count = dice_chance(from, 0.6) ? 1 : 2};
    for (unsigned i = 0; i < made.step_count; i++) {
        step *to = &made.steps[i];
        *to = draw_step(from, (family)dice_below(from, FAMILIES), DRAW_MODERATE);
        to->count = whole(from, 1, dice_chance(from, 0.8) ? 100 : 3000);
        if (to->family == DISCRETE_GAUSSIAN || to->family == MIXTURE_GAUSSIAN)
            to->count = whole(from, 1, 100);
    }
    return made;
}
