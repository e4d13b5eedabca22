#include "verify/prover.h"

#include "base/base.h"
#include "verify/closed.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 4, PRECISION_FIRST = 128, UNKNOWN = 2 };

/* Logs of accuracies: one that is taken from the width of the bracket, and the least of these. */
static const double AS_WIDE = 1, FIRST_MOST = -45;

/* Work for one direction in all: some seconds. */
static const double WORK_MOST = 1.2e7;

/* The same of bins: couples of losses that are looked at, and bins. */
static const double COUPLES_MOST = 1.5e9;
enum { BINS_FEW = 1500, BINS_MOST = 20000 };

void pld__prover_init(pld__prover *prover, const pld__exact_steps *steps, pld_direction direction, const pld__hint *hint) {
    *prover = (pld__prover){.steps = steps, .direction = direction};
    if (hint)
        prover->hint = *hint;
}

void pld__prover_clear(pld__prover *prover) {
    for (size_t i = 0; i < prover->contour_count; i++)
        pld__contour_clear(&prover->contours[i]);
    prover->contour_count = 0;
    pld__verify_bins_clear(&prover->bins);
}

static int compare(const arb_t delta, const arb_t target) {
    if (arb_lt(delta, target))
        return -1;
    if (arb_gt(delta, target))
        return 1;
    return arb_is_exact(delta) && arb_is_exact(target) && arb_equal(delta, target) ? 0 : UNKNOWN;
}

/* The narrower of what was known and what is found: both are true. */
static void keep(arb_t known, const arb_t found) {
    arb_t old, new;
    arb_init(old);
    arb_init(new);
    arb_get_rad_arb(old, known);
    arb_get_rad_arb(new, found);
    if (arb_lt(new, old))
        arb_set(known, found);
    arb_clear(old);
    arb_clear(new);
}

static double log_of(const arb_t value) {
    arb_t result;
    arb_init(result);
    arb_log(result, value, 64);
    double log_value = arb_is_positive(value) ? arf_get_d(arb_midref(result), ARF_RND_NEAR) : -INFINITY;
    arb_clear(result);
    return log_value;
}

/* --- contours ------------------------------------------------------------------------------------------------------- */

/* Everything about one try with a contour. */
typedef struct {
    pld__verify_factors factors;
    pld__aim *aims;
    size_t aim_count;
} attempt;

static void clear_attempt(attempt *made) {
    for (size_t i = 0; i < made->aim_count; i++)
        pld__aim_clear(&made->aims[i]);
    pld__free(made->aims);
    pld__verify_factors_clear(&made->factors);
    *made = (attempt){.aims = NULL};
}

static bool init_attempt(attempt *made, const pld__prover *prover, slong precision) {
    *made = (attempt){.aims = NULL};
    bool fine = pld__verify_factors_init(&made->factors, prover->steps, prover->direction, precision);
    if (fine)
        made->aims = pld__allocate(made->factors.count, sizeof *made->aims);
    fine = fine && made->aims;
    for (size_t i = 0; fine && i < made->factors.count; i++) {
        made->aim_count++;
        fine = pld__aim_init(&made->aims[i], &made->factors.factors[i]);
    }
    return fine;
}

static void remember(pld__prover *prover, const pld__contour *contour) {
    if (prover->contour_count == PLD__PROVER_CONTOURS) {
        pld__contour_clear(&prover->contours[0]);
        memmove(prover->contours, prover->contours + 1, (PLD__PROVER_CONTOURS - 1) * sizeof *contour);
        prover->contour_count--;
    }
    prover->contours[prover->contour_count++] = *contour;
}

/* A new contour for epsilon, from the hint if there is one; false with the reason if there is none. */
static bool make_contour(pld__prover *prover, double epsilon, const arb_t target, double log_accuracy, const pld__hint *given) {
    attempt made;
    pld__contour contour;
    double log_target = log_of(target), steps = 1;
    pld__hint hint = {.tilt = 0};
    bool fine = init_attempt(&made, prover, PRECISION_FIRST);
    prover->reason = "a step is too large for it";
    for (size_t i = 0; fine && i < made.aim_count; i++)
        steps += made.aims[i].count;
    if (fine) {
        if (log_accuracy > 0) /* as closely as the bracket is wide: log delta falls by about the tilt times that */
            log_accuracy = fmin(
                fmax(prover->log_width + log(fmax(1, pld__hint_saddle(made.aims, made.aim_count, epsilon))) - 7, FIRST_MOST), -8);
        prover->reason = "no contour was found: losses are too few, too far or too lumpy";
        fine =
            given ? (hint = *given, true) : pld__hint_find(made.aims, made.aim_count, epsilon, log_target, log_accuracy, &hint);
    }
    if (fine && hint.precision > PRECISION_FIRST && hint.precision <= 4096) { /* weights with as many bits */
        clear_attempt(&made);
        fine = init_attempt(&made, prover, (slong)hint.precision);
    }
    if (fine) {
        double size = pld__hint_log_size(made.aims, made.aim_count, hint.tilt, epsilon);
        double log_error = (isfinite(log_target) ? log_target : size) + log_accuracy - fmax(size, -700) - log(steps) - 1;
        prover->reason = "it would take too many frequencies";
        fine = isfinite(size) && prover->work < WORK_MOST &&
               pld__contour_init(&contour, &made.factors, made.aims, &hint, fmin(log_error, -30));
    }
    clear_attempt(&made);
    if (fine) {
        prover->work += contour.work;
        remember(prover, &contour);
    }
    return fine;
}

/* Asks the contours there are, the last one first. */
static int ask_contours(pld__prover *prover, const arb_t epsilon, const arb_t target, arb_t delta) {
    arb_t found;
    int order = UNKNOWN;
    arb_init(found);
    for (size_t i = prover->contour_count; i-- > 0 && order == UNKNOWN;) {
        pld__contour_delta(&prover->contours[i], epsilon, found);
        keep(delta, found);
        order = compare(found, target);
        if (order != UNKNOWN) {
            arb_set(delta, found);
            prover->used = prover->contours[i].hint;
            if (prover->used.precision > prover->precision)
                prover->precision = prover->used.precision;
        }
    }
    arb_clear(found);
    return order;
}

/* --- closed forms --------------------------------------------------------------------------------------------------- */

/* UNKNOWN also where there is no such form: then *applies is false. */
static int ask_closed(pld__prover *prover, const arb_t epsilon, const arb_t target, slong precision, arb_t delta, bool *applies) {
    pld__verify_factors factors;
    arb_t found;
    arb_init(found);
    *applies = pld__verify_factors_init(&factors, prover->steps, prover->direction, precision) &&
               pld__closed_delta(&factors, epsilon, found, precision);
    int order = *applies ? compare(found, target) : UNKNOWN;
    if (*applies)
        keep(delta, found);
    if (order != UNKNOWN && (uint64_t)precision > prover->precision)
        prover->precision = (uint64_t)precision;
    pld__verify_factors_clear(&factors);
    arb_clear(found);
    return order;
}

/* Many discrete steps of one kind. */
static int ask_lattice(pld__prover *prover, double epsilon, const arb_t exact, const arb_t target, arb_t delta) {
    static const double accuracies[] = {-45, -90};
    int order = UNKNOWN;
    arb_t found;
    arb_init(found);
    for (size_t i = 0; i < sizeof accuracies / sizeof accuracies[0] && order == UNKNOWN; i++) {
        attempt made;
        pld__hint hint = {.tilt = 0};
        bool fine = init_attempt(&made, prover, PRECISION_FIRST << i) && made.aim_count == 1 &&
                    made.factors.factors[0].kind == PLD__FACTOR_ATOMS &&
                    pld__hint_find_period(made.aims, 1, epsilon, log_of(target), accuracies[i], &hint);
        if (fine && hint.precision > (uint64_t)PRECISION_FIRST << i && hint.precision <= 4096) {
            clear_attempt(&made);
            fine = init_attempt(&made, prover, (slong)hint.precision);
        }
        if (fine && pld__lattice_transform_delta(&made.factors.factors[0], &hint, exact, found)) {
            keep(delta, found);
            order = compare(found, target);
            prover->precision = hint.precision > prover->precision ? hint.precision : prover->precision;
        }
        clear_attempt(&made);
    }
    arb_clear(found);
    return order;
}

/* Is it likely that more bins will tell? The width of what is found falls with the square of their number, and the ends of an
 * honest bracket are some part of its own width from the truth. */
static bool is_promising(const pld__prover *prover, const pld__verify_factors *factors, const arb_t found, const arb_t target,
                         double epsilon) {
    double radius = mag_get_d(arb_radref(found)), wanted = exp(prover->log_width + log_of(target)) / 4;
    double slope = fmax(1, 20 / fmax(epsilon, 1e-3)), work = prover->bins.work;
    for (size_t count = 2 * prover->bins.edges.count; count <= BINS_MOST; count *= 2) {
        work += pld__verify_bins_work(factors, count);
        if (work > COUPLES_MOST)
            return false;
        radius /= 5;
        if (radius < wanted * slope)
            return true;
    }
    return false;
}

/* By bins: those there are, and then more of them for as long as that is likely to tell. */
static int ask_bins(pld__prover *prover, double epsilon, const arb_t target, arb_t delta) {
    attempt made;
    int order = UNKNOWN;
    arb_t found;
    arb_init(found);
    bool fine = init_attempt(&made, prover, PRECISION_FIRST);
    if (fine && prover->bins.edges.count == 0)
        fine = pld__verify_bins_init(&prover->bins, &made.factors, made.aims, epsilon, log_of(target));
    while (fine) {
        if (!pld__verify_bins_delta(&prover->bins, epsilon, found))
            break;
        keep(delta, found);
        order = compare(found, target);
        if (order != UNKNOWN)
            break;
        size_t count = prover->bins.edges.count;
        bool few = count < BINS_FEW; /* still finding out where they are needed */
        count = few ? 3 * count / 2 : 2 * count;
        prover->reason = "the bracket is too narrow for bins of losses, and there is no other way";
        fine = (few ? prover->bins.work + pld__verify_bins_work(&made.factors, count) < COUPLES_MOST
                    : is_promising(prover, &made.factors, found, target, epsilon)) &&
               pld__verify_bins_refine(&prover->bins, &made.factors, made.aims, epsilon, count);
    }
    prover->doubles |= order != UNKNOWN;
    clear_attempt(&made);
    arb_clear(found);
    return order;
}

/* May the loss be as large as it likes? Then delta(epsilon) is above delta(infinity) for every finite epsilon (T69). Of lists
 * nothing is said: their ends may have weight 0. */
static bool is_unbounded(const pld__verify_factor *factor) {
    return factor->kind == PLD__FACTOR_GAUSSIAN
               ? arb_is_positive(factor->ratio)
               : factor->kind == PLD__FACTOR_MIXTURE && factor->mixture.powers && factor->mixture.p.count > 1;
}

/* delta(infinity) is the mass at infinite loss alone. */
static void set_infinite(const pld__verify_factors *factors, arb_t delta) {
    arb_t kept;
    arb_init(kept);
    arb_one(delta);
    for (size_t i = 0; i < factors->count; i++) {
        arb_sub_ui(kept, factors->factors[i].infinite, 1, 4 * PRECISION_FIRST);
        arb_neg(kept, kept);
        arb_pow_ui(kept, kept, factors->factors[i].count, 4 * PRECISION_FIRST);
        arb_mul(delta, delta, kept, 4 * PRECISION_FIRST);
    }
    arb_sub_ui(delta, delta, 1, 4 * PRECISION_FIRST);
    arb_neg(delta, delta);
    arb_clear(kept);
}

static int ask_infinite(const pld__prover *prover, const arb_t target, arb_t delta) {
    pld__verify_factors factors;
    int order = UNKNOWN;
    if (pld__verify_factors_init(&factors, prover->steps, prover->direction, 4 * PRECISION_FIRST)) {
        set_infinite(&factors, delta);
        order = compare(delta, target);
        for (size_t i = 0; i < factors.count && order == 0; i++)
            order = is_unbounded(&factors.factors[i]) ? 1 : 0;
    }
    pld__verify_factors_clear(&factors);
    return order;
}

bool pld__prover_is_first(const pld__prover *prover, double epsilon, const arb_t target) {
    pld__verify_factors factors;
    arb_t delta, most, one, exact;
    bool first = false;
    arb_init(delta);
    arb_init(most);
    arb_init(one);
    arb_init(exact);
    arb_set_d(exact, epsilon);
    if (pld__verify_factors_init(&factors, prover->steps, prover->direction, 4 * PRECISION_FIRST)) {
        set_infinite(&factors, delta);
        for (size_t i = 0; i < factors.count; i++) {
            pld__verify_factor_most(&factors.factors[i], one, 4 * PRECISION_FIRST);
            arb_addmul_ui(most, one, factors.factors[i].count, 4 * PRECISION_FIRST);
        }
        first = arb_lt(delta, target) || arb_le(exact, most);
    }
    pld__verify_factors_clear(&factors);
    arb_clear(delta);
    arb_clear(most);
    arb_clear(one);
    arb_clear(exact);
    return first;
}

int pld__prover_compare(pld__prover *prover, double epsilon, const arb_t target, arb_t delta) {
    arb_t exact;
    int order = UNKNOWN;
    bool closed = true;
    const double accuracies[ROUNDS] = {AS_WIDE, FIRST_MOST, -70, -100};
    if (isinf(epsilon))
        return ask_infinite(prover, target, delta);
    arb_init(exact);
    arb_set_d(exact, epsilon);
    arb_zero_pm_one(delta); /* all there is to know at first */
    arb_nonnegative_part(delta, delta);
    prover->reason = "delta and the target are too close to be told apart";
    for (int round = 0; round < ROUNDS && order == UNKNOWN && closed; round++)
        order = ask_closed(prover, exact, target, PRECISION_FIRST << round, delta, &closed);
    if (order == UNKNOWN && !closed) {
        order = ask_contours(prover, exact, target, delta);
        if (order == UNKNOWN)
            order = ask_lattice(prover, epsilon, exact, target, delta);
        if (order == UNKNOWN && prover->hint.tilt > 0) {
            if (make_contour(prover, epsilon, target, -45, &prover->hint))
                order = ask_contours(prover, exact, target, delta);
            prover->hint.tilt = 0; /* once is enough */
        }
        for (int round = 0; round < ROUNDS && order == UNKNOWN; round++) {
            if (!make_contour(prover, epsilon, target, accuracies[round], NULL))
                break;
            order = ask_contours(prover, exact, target, delta);
            prover->reason = "delta and the target are too close to be told apart";
        }
        if (order == UNKNOWN)
            order = ask_bins(prover, epsilon, target, delta);
    }
    arb_clear(exact);
    return order;
}
