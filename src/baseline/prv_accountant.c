/* prv_accountant's DPSGDAccountant (version 0.2.0) with its defaults, eps_error = 0.1 and delta_error = 1e-9 (Gopi, Lee and
 * Wutschitz 2021): the loss in the direction remove, cell-centred on a mesh of eps_error/sqrt(T/2 log(12/delta_error)) within
 * +-L, L by Renyi divergences (remark 5.6), moved so that the mean is kept, composed by one Fourier transform. What it calls the
 * upper bound: epsilon at delta - delta_error, and eps_error. */
#include "base/base.h"
#include "baseline/program.h"
#include "baseline/rdp.h"
#include "baseline/renyi.h"

#include <math.h>

static const double EPSILON_ERROR = 0.1, DELTA_ERROR = 1e-9, MARGIN = 3;
static const double MOST_LOSSES = 1e7;

/* epsilon by Renyi divergences at a delta, of some steps. */
static pld_status renyi_epsilon(const pld_step *steps, size_t count, double delta, double *epsilon) {
    pld__baseline_question question = {steps, count, log(delta), PLD_ADJACENCY_REMOVE};
    pld_baseline_answer answer = {.applicable = true};
    pld_status status = pld__rdp_list(&question, pld__conversion_improved, &answer);
    if (status == PLD_OK)
        *epsilon = fmax(*epsilon, answer.epsilon);
    return status;
}

/* How far out losses are looked at. */
static pld_status find_reach(const pld__baseline_question *question, double *reach) {
    double total = pld__baseline_total(question);
    *reach = EPSILON_ERROR;
    pld_status status = renyi_epsilon(question->steps, question->step_count, DELTA_ERROR / 4, reach);
    for (size_t i = 0; i < question->step_count && status == PLD_OK; i++) {
        const pld_step one = {question->steps[i].mechanism, 1};
        status = renyi_epsilon(&one, 1, DELTA_ERROR / 8 / total, reach);
    }
    *reach += MARGIN;
    return status;
}

/* P[L <= loss]. */
static double mass_below(const pld_mechanism *mechanism, double loss) {
    double x;
    mechanism->operations->positions(mechanism->pair, &loss, 1, &x);
    return x == INFINITY ? 1 : x == -INFINITY ? 0 : (double)expl(mechanism->operations->mass_below(mechanism->pair, x).p);
}

/* Cells around the places of the mesh, conditioned on what is within, and the shift that keeps the mean; false: there is none. */
static pld_status discretise(const pld_mechanism *mechanism, double start, double mesh, size_t count, pld__masses *made,
                             double *shift) {
    double *mass = pld__allocate(count, sizeof *mass), end = start + mesh * (double)(count - 1);
    if (!mass)
        return PLD_ERROR_MEMORY;
    double lowest = mass_below(mechanism, start), within = mass_below(mechanism, end) - lowest, below = lowest, mean = 0;
    for (size_t i = 0; i < count; i++) {
        double place = start + mesh * (double)i, here = mass_below(mechanism, fmin(place + mesh / 2, end));
        mass[i] = (here - below) / within;
        mean += place * mass[i];
        below = here;
    }
    *shift = pld__renyi_loss_moments(mechanism, PLD_REMOVE).mean - mean;
    *made = (pld__masses){start, mesh, count, mass};
    return PLD_OK;
}

/* All steps in one window around 0; *moved is by how much all of it is to be moved. */
static pld_status compose(const pld__baseline_question *question, double start, double mesh, size_t count, pld__masses *all,
                          double *moved, bool *refused) {
    size_t zero = (size_t)llround(-start / mesh);
    pld_status status = PLD_OK;
    *moved = 0;
    for (size_t i = 0; i < question->step_count && status == PLD_OK; i++) {
        pld__masses one = {0}, power = {0}, sum = {0};
        uint64_t times = question->steps[i].count;
        double shift = 0;
        status = discretise(question->steps[i].mechanism, start, mesh, count, &one, &shift);
        *refused |= !(fabs(shift) < mesh / 2);
        *moved += (double)times * shift;
        if (status == PLD_OK)
            status = pld__masses_power(&one, times, (times - 1) * zero, count, &power);
        pld__masses_free(&one);
        if (status == PLD_OK && all->mass) {
            status = pld__masses_add(all, &power, &sum);
            pld__masses_free(&power);
            if (status == PLD_OK) { /* the middle of it */
                for (size_t j = 0; j < count; j++)
                    sum.mass[j] = sum.mass[j + zero];
                sum.start = start;
                sum.count = count;
                power = sum;
            }
        }
        if (status == PLD_OK) {
            pld__masses_free(all);
            *all = power;
            all->start = start;
        }
    }
    return status;
}

/* The first place from which on delta is at most the target, and epsilon of it. */
static double epsilon_of(const pld__masses *masses, double moved, double delta) {
    double upper = 0, lower = 0, found = NAN;
    for (size_t i = masses->count; i-- > 0;) {
        double loss = masses->start + moved + (double)i * masses->width;
        upper += masses->mass[i];
        lower += masses->mass[i] * exp(-loss);
        if (upper - exp(loss) * lower > delta)
            break;
        found = log((upper - delta) / lower);
    }
    return found;
}

pld_status pld__baseline_prv_accountant(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__program_refuses(question, answer))
        return PLD_OK;
    double delta = exp(question->log_delta), reach, moved = 0;
    double mesh = EPSILON_ERROR / sqrt(pld__baseline_total(question) / 2 * log(12 / DELTA_ERROR));
    if (!(delta > 2 * DELTA_ERROR))
        return pld__baseline_refuse(answer, "its default delta_error of %g leaves nothing of this delta", DELTA_ERROR);
    pld_status status = find_reach(question, &reach);
    double start = floor(-reach / mesh) * mesh, places = floor((ceil(reach / mesh) * mesh - start) / mesh + 0.5) + 1;
    if (status == PLD_OK && !(places < MOST_LOSSES))
        return pld__baseline_refuse(answer, "its mesh has more than %g losses here", MOST_LOSSES);
    pld__masses all = {0};
    bool refused = false;
    if (status == PLD_OK)
        status = compose(question, start, mesh, (size_t)places + ((size_t)places % 2), &all, &moved, &refused);
    if (status == PLD_OK)
        answer->epsilon = epsilon_of(&all, moved, delta - DELTA_ERROR) + EPSILON_ERROR;
    pld__masses_free(&all);
    if (status == PLD_OK && (refused || isnan(answer->epsilon)))
        return pld__baseline_refuse(answer, "it refuses its own discretisation here");
    if (status == PLD_OK)
        answer->epsilon = fmax(answer->epsilon, 0);
    return status;
}
