/* dp_accounting's PLDAccountant (version 0.6.0) with its defaults: losses on multiples of 1e-4, pessimistic connect-the-dots
 * (Doroshenko et al. 2022, algorithm 1), tails of e^-50 as infinite loss, self-composition by one Fourier transform in a window
 * outside of which Chernoff's bound leaves 1e-15, which is added to the infinite loss too; the larger of both directions.
 *
 * With delta_i at the losses e_i = e_1 + (i - 1) h the masses are (delta_{i+1} - delta_i - e^h (delta_i - delta_{i-1}))/(e^h -
 * 1), at the first one 1 - delta_1 + (delta_2 - delta_1)/(e^h - 1), at the last one (delta_n - delta_{n-1})/(e^-h - 1), and
 * delta_n at infinity. Plain Gaussian steps are one step of less noise. */
#include "base/base.h"
#include "baseline/program.h"

#include <math.h>

static const double WIDTH = 1e-4, LOG_TAIL = -50, OUTSIDE = 1e-15;
static const double MOST_LOSSES = 1e7; /* of a transform: more memory than it is worth */

typedef struct {
    pld__masses masses;
    double infinite;
} loss_law;

/* --- one step ------------------------------------------------------------------------------------------------------- */

/* delta at any epsilon: below 0 by that of the other direction. */
static long double delta_at(const pld_mechanism *mechanism, pld_direction direction, long double epsilon) {
    pld_direction other = direction == PLD_REMOVE ? PLD_ADD : PLD_REMOVE;
    if (epsilon >= 0)
        return expl(pld__mechanism_log_delta(mechanism, direction, (double)epsilon));
    return -expm1l(epsilon) + expl(epsilon + pld__mechanism_log_delta(mechanism, other, (double)-epsilon));
}

static pld_status connect_dots(const pld_mechanism *mechanism, pld_direction direction, loss_law *made) {
    const pld__pair_operations *operations = mechanism->operations;
    bool remove = direction == PLD_REMOVE;
    double above = operations->reach_above(mechanism->pair, LOG_TAIL), below = operations->reach_below(mechanism->pair, LOG_TAIL);
    double low = floor(-(remove ? below : above) / WIDTH), high = ceil((remove ? above : below) / WIDTH);
    if (!(high - low < MOST_LOSSES))
        return PLD_ERROR_ARGUMENT;
    size_t count = (size_t)(high - low) + 1;
    double *mass = pld__allocate(count, sizeof *mass);
    if (!mass)
        return PLD_ERROR_MEMORY;
    long double growth = expm1l((long double)WIDTH), before = 0, here = delta_at(mechanism, direction, low * (long double)WIDTH);
    for (size_t i = 0; i < count; i++) {
        bool first = i == 0, last = i + 1 == count;
        long double next = last ? here : delta_at(mechanism, direction, (low + (double)i + 1) * (long double)WIDTH);
        long double step = next - here, step_before = here - before;
        long double value = first && last ? 1 - here
                            : first       ? 1 - here + step / growth
                            : last        ? step_before / expm1l(-(long double)WIDTH)
                                          : (step - (1 + growth) * step_before) / growth;
        mass[i] = (double)fmaxl(value, 0);
        before = here;
        here = next;
    }
    *made = (loss_law){{low * WIDTH, WIDTH, count, mass}, (double)here};
    return PLD_OK;
}

/* --- many steps ----------------------------------------------------------------------------------------------------- */

/* log of the sum of mass e^(i order), i the place of a mass: from the side where the powers are largest, so that none overflows.
 */
static double log_moment(const pld__masses *masses, double order) {
    double power = 1, ratio = exp(-fabs(order)), sum = 0;
    for (size_t i = 0; i < masses->count; i++, power *= ratio)
        sum += power * masses->mass[order > 0 ? masses->count - 1 - i : i];
    return log(sum) + fmax(order, 0) * (double)(masses->count - 1);
}

/* The window, in places of the composed losses: Chernoff's bound at 20 orders on each side. */
static void find_window(const pld__masses *masses, double times, double *low, double *high) {
    enum { ORDERS = 20 };
    *low = 0;
    *high = (double)(masses->count - 1) * times;
    for (int i = 1; i <= ORDERS; i++) {
        double order = i / (double)masses->count;
        double upper = (times * log_moment(masses, order) + log(2 / OUTSIDE)) / order;
        double lower = -(times * log_moment(masses, -order) + log(2 / OUTSIDE)) / order;
        *high = isfinite(upper) ? fmin(*high, ceil(upper)) : *high;
        *low = isfinite(lower) ? fmax(*low, floor(lower)) : *low;
    }
}

static pld_status compose_self(const loss_law *law, uint64_t times, loss_law *made) {
    double low, high;
    find_window(&law->masses, (double)times, &low, &high);
    if (!(high - low < MOST_LOSSES && high < 0x1p53)) /* places are whole numbers */
        return PLD_ERROR_ARGUMENT;
    made->infinite = OUTSIDE - expm1((double)times * log1p(-law->infinite));
    return pld__masses_power(&law->masses, times, (uint64_t)low, (size_t)(high - low) + 1, &made->masses);
}

/* One more law; takes it. */
static pld_status append(loss_law *all, bool first, loss_law *law) {
    loss_law joined = {.infinite = 1 - (1 - all->infinite) * (1 - law->infinite)};
    if (first) {
        *all = *law;
        return PLD_OK;
    }
    pld_status status = pld__masses_add(&all->masses, &law->masses, &joined.masses);
    pld__masses_free(&law->masses);
    if (status == PLD_OK) {
        pld__masses_free(&all->masses);
        *all = joined;
    }
    return status;
}

static pld_status compose_step(const pld_step *step, pld_direction direction, loss_law *made) {
    const pld__traits *traits = &step->mechanism->traits;
    loss_law one = {{0}, 0};
    pld_mechanism *merged = NULL;
    bool plain = traits->kind == PLD__KIND_GAUSSIAN || traits->sampling_rate == 1;
    pld_status status =
        plain ? pld_mechanism_create_gaussian(traits->noise / sqrt((double)step->count), 1, &merged, NULL) : PLD_OK;
    if (status == PLD_OK)
        status = connect_dots(plain ? merged : step->mechanism, direction, plain ? made : &one);
    if (status == PLD_OK && !plain)
        status = compose_self(&one, step->count, made);
    pld__masses_free(&one.masses);
    pld_mechanism_free(merged);
    return status;
}

/* --- epsilon -------------------------------------------------------------------------------------------------------- */

/* From the largest loss down: masses of what is above, until the crossing is above the next loss. */
static double epsilon_of(const loss_law *law, double delta) {
    const pld__masses *masses = &law->masses;
    double upper = law->infinite, lower = 0;
    if (upper > delta)
        return INFINITY;
    for (size_t i = masses->count; i-- > 0;) {
        double loss = masses->start + (double)i * masses->width;
        if (upper > delta && lower > 0 && log((upper - delta) / lower) >= loss)
            break;
        upper += masses->mass[i];
        lower += exp(-loss) * masses->mass[i];
    }
    return upper <= lower + delta ? 0 : log((upper - delta) / lower);
}

static pld_status direction_epsilon(const pld__baseline_question *question, pld_direction direction, double *epsilon) {
    loss_law all = {{0}, 0};
    pld_status status = PLD_OK;
    for (size_t i = 0; i < question->step_count && status == PLD_OK; i++) {
        loss_law law = {{0}, 0};
        status = compose_step(&question->steps[i], direction, &law);
        if (status == PLD_OK)
            status = append(&all, i == 0, &law);
    }
    if (status == PLD_OK)
        *epsilon = fmax(*epsilon, epsilon_of(&all, exp(question->log_delta)));
    pld__masses_free(&all.masses);
    return status;
}

pld_status pld__baseline_dp_accounting(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double epsilon = 0;
    if (pld__program_refuses(question, answer))
        return PLD_OK;
    pld_status status = direction_epsilon(question, PLD_REMOVE, &epsilon);
    if (status == PLD_OK)
        status = direction_epsilon(question, PLD_ADD, &epsilon);
    if (status == PLD_ERROR_ARGUMENT)
        return pld__baseline_refuse(answer, "its grid of 1e-4 has more than %g losses here", MOST_LOSSES);
    answer->epsilon = epsilon;
    return status;
}
