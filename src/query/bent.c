#include "query/bent.h"

#include "base/base.h"
#include "plan/bend_plan.h"
#include "plan/tuning.h"

#include <math.h>
#include <stdint.h>

static double memory_of(const pld__kernel_bend *plan) {
    double nodes = (double)(plan->grid.last - plan->grid.first + 1), lines = PLD__KERNEL_LINES;
    return nodes * (sizeof(pld__kernel_node) + lines * (6 * sizeof(long double) + 4 * sizeof(double))) +
           (double)(plan->frequencies + 1) * 11 * sizeof(long double);
}

/* --- contours ------------------------------------------------------------------------------------------------------- */

/* What one is made for. */
typedef struct {
    pld_step step;
    pld_direction direction;
    const pld__question *question;
    double asked, estimate;
    double share;  /* of what its errors might be otherwise */
    double effort; /* the most that nodes times frequencies may be */
} wish;

/* One, and whether it is as good as was asked for. */
typedef struct {
    pld__kernel_bow bow; /* of no terms if there is none */
    bool good;
} contour;

static void empty_contour(void *thing) {
    contour *made = thing;
    pld__kernel_bow_free(&made->bow);
}

static size_t bytes_of_contour(const void *thing) {
    const contour *made = thing;
    return 7 * made->bow.count * sizeof(long double);
}

static pld_status read_ends(const pld__kernel_bow *bow, long double count, const pld__question *question,
                            pld__kernel_ends *ends) {
    pld__kernel_bent *bent = pld__allocate(1, sizeof *bent);
    if (!bent)
        return PLD_ERROR_MEMORY;
    pld_status status = pld__kernel_bent_create(bow, count, bent);
    if (status == PLD_OK)
        *ends = pld__kernel_bent_ends_of(bent, question, bow->how.guess);
    pld__kernel_bent_free(bent);
    pld__free(bent);
    return status;
}

/* A plan for errors of this share, and its ends; `point` is where it is made for. */
static pld_status make_once(const pld__kernel_factor *factor, bool reversed, const pld__question *question, double effort,
                            double share, pld__bend_point *point, contour *made, pld__kernel_ends *ends) {
    pld__kernel_bend plan;
    double cost;
    pld_status status = pld__bend_plan_make(factor, reversed, share, point, &plan, &cost);
    if (status != PLD_OK || !(cost <= effort))
        return status;
    pld__kernel_bow_free(&made->bow);
    status = pld__kernel_bow_create(factor, &plan, &made->bow);
    return status == PLD_OK ? read_ends(&made->bow, factor->count, question, ends) : status;
}

/* Where nothing is known yet, a first answer may be all that is needed, and says where to aim otherwise: saddles are far off
 * where the loss has two parts. */
static pld_status make_of_factor(const pld__kernel_factor *factor, bool reversed, const wish *of, contour *made) {
    bool for_delta = of->question->for_delta;
    double share = fmin(fmax(of->share * BEND_MARGIN * of->asked, BEND_SHARE), BEND_ROUGH);
    pld__bend_point point = {for_delta ? of->question->epsilon : of->estimate,
                             for_delta ? of->estimate : of->question->log_delta};
    pld__kernel_ends ends = pld__kernel_bent_ends_of(NULL, of->question, 0);
    pld_status status = make_once(factor, reversed, of->question, of->effort, share, &point, made, &ends);
    double *aimed = for_delta ? &point.log_delta : &point.epsilon;
    bool missed = isfinite(ends.estimate) && fabs(ends.estimate - *aimed) > BEND_MISSED * fabs(*aimed);
    if (status == PLD_OK && !isfinite(of->estimate) && missed && pld__kernel_ends_width(&ends) > of->asked) {
        *aimed = ends.estimate;
        status = make_once(factor, reversed, of->question, of->effort, share, &point, made, &ends);
    }
    made->good = pld__kernel_ends_width(&ends) <= of->asked;
    return status;
}

bool pld__bent_takes(const pld_mechanism *mechanism) {
    return !mechanism->trivial && pld__kernel_takes(mechanism) && mechanism->traits.kind != PLD__KIND_LAPLACE &&
           mechanism->traits.kind != PLD__KIND_POISSON_LAPLACE && mechanism->traits.kind != PLD__KIND_ALLOCATION &&
           !(pld__kernel_plain_mean(mechanism) > 0);
}

static pld_status make_contour(const void *context, void *thing) {
    const wish *of = context;
    pld__kernel_factor *factor = pld__allocate(1, sizeof *factor);
    if (!factor)
        return PLD_ERROR_MEMORY;
    pld_status status = PLD_OK;
    static const pld_direction ways[] = {PLD_REMOVE, PLD_ADD}; /* in one of them Q is the bell */
    for (size_t i = 0; i < 2; i++) {
        pld__kernel_factor_fill(of->step.mechanism, ways[i], of->step.count, factor);
        if (!pld__kernel_lines_take(factor))
            continue;
        status = make_of_factor(factor, ways[i] != of->direction, of, thing);
        break;
    }
    pld__free(factor);
    return status;
}

static const pld__shelf_kind CONTOUR = {sizeof(contour), make_contour, empty_contour, bytes_of_contour};

/* --- answers -------------------------------------------------------------------------------------------------------- */

/* What a contour says of the question. */
static pld_status ask_contour(const contour *from, uint64_t count, const pld__question *question, pld__kernel_result *made) {
    if (from->bow.count == 0)
        return PLD_OK;
    pld__kernel_ends ends;
    pld_status status = read_ends(&from->bow, (long double)count, question, &ends);
    if (status == PLD_OK)
        *made = (pld__kernel_result){ends, from->bow.how.theta, from->bow.how.frequencies, memory_of(&from->bow.how)};
    return status;
}

static double effort_for(double asked, uint64_t count) {
    if (asked < KERNEL_FEW_DIGITS)
        return BEND_LARGE_EFFORT;
    return count < BEND_FEW ? BEND_EFFORT * (double)count / BEND_FEW : count < BEND_MANY ? BEND_EFFORT : BEND_MANY_EFFORT;
}

/* The largest power of two that is not above. */
static double rounded_down(double value) {
    int power;
    (void)frexp(value, &power);
    return ldexp(1, power - 1);
}

static pld_status ask_shared(pld__shelf *shelf, const pld__neighbour *neighbour, const pld__question *question, double asked,
                             double estimate, pld__kernel_result *made, bool *good) {
    pld_step rounded = neighbour->rounded[0];
    if (!question->for_delta && isnan(estimate)) /* which is about the count that it was made for */
        rounded.count = pld__neighbour_count(neighbour->steps[0].count, BEND_BITS);
    pld__neighbour beside = *neighbour;
    beside.rounded = &rounded;
    const wish of = {rounded,
                     neighbour->direction,
                     &neighbour->question,
                     rounded_down(asked),
                     estimate,
                     question->for_delta ? BEND_SHARED : 1,
                     effort_for(asked, rounded.count)};
    const double others[] = {of.asked, estimate, of.effort};
    const void *thing = NULL;
    pld_status status = pld__neighbour_take(&beside, others, sizeof others / sizeof others[0], shelf, &CONTOUR, &of, &thing);
    if (status == PLD_OK) {
        const contour *from = thing;
        *good = from->good;
        status = ask_contour(from, neighbour->steps[0].count, question, made);
    }
    pld__shelf_return(shelf, thing);
    return status;
}

pld_status pld__bent_direction(pld__shelf *shelf, const pld__neighbour *neighbour, const pld__question *question, double asked,
                               double estimate, pld__kernel_result *made) {
    *made = (pld__kernel_result){.ends = pld__kernel_bent_ends_of(NULL, question, 0)};
    if (!pld__bent_takes(neighbour->steps[0].mechanism))
        return PLD_OK;
    bool good = false;
    pld_status status = ask_shared(shelf, neighbour, question, asked, estimate, made, &good);
    if (status != PLD_OK || !good || pld__kernel_ends_width(&made->ends) <= asked)
        return status;
    wish of = {neighbour->steps[0],
               neighbour->direction,
               question,
               asked,
               made->ends.estimate,
               1,
               effort_for(asked, neighbour->steps[0].count)};
    contour *own = pld__allocate(1, sizeof *own);
    if (!own)
        return PLD_ERROR_MEMORY;
    *own = (contour){.good = false};
    status = make_contour(&of, own);
    if (status == PLD_OK && own->good)
        status = ask_contour(own, neighbour->steps[0].count, question, made);
    empty_contour(own);
    pld__free(own);
    return status;
}
