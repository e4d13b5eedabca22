/* What is the same for every family: ownership, names, edges, directions. */
#include "base/base.h"
#include "mechanism/pair.h"

#include <math.h>
#include <string.h>

const char *pld_direction_name(pld_direction direction) {
    return direction == PLD_ADD ? "add" : "remove";
}

pld_status pld__mechanism_create(const pld_mechanism *prototype, const char *resolved, pld_mechanism **mechanism) {
    size_t length = strlen(resolved) + 1;
    pld_mechanism *created = pld__allocate(1, sizeof *created);
    char *text = pld__allocate(length, 1);
    if (!created || !text) {
        pld__free(created);
        pld__free(text);
        prototype->operations->free(prototype->pair);
        return PLD_ERROR_MEMORY;
    }
    memcpy(text, resolved, length);
    *created = *prototype;
    created->resolved = text;
    *mechanism = created;
    return PLD_OK;
}

void pld_mechanism_free(pld_mechanism *mechanism) {
    if (!mechanism)
        return;
    mechanism->operations->free(mechanism->pair);
    pld__free(mechanism->resolved);
    pld__free(mechanism);
}

const char *pld_mechanism_resolved(const pld_mechanism *mechanism) {
    return mechanism->resolved;
}

const char *pld_mechanism_note(const pld_mechanism *mechanism) {
    return mechanism->note;
}

double pld_mechanism_loss_infimum(const pld_mechanism *mechanism, pld_direction direction) {
    return direction == PLD_ADD ? -mechanism->loss_supremum : mechanism->loss_infimum;
}

double pld_mechanism_loss_supremum(const pld_mechanism *mechanism, pld_direction direction) {
    return direction == PLD_ADD ? -mechanism->loss_infimum : mechanism->loss_supremum;
}

long double pld__mechanism_log_delta(const pld_mechanism *mechanism, pld_direction direction, double epsilon) {
    if (epsilon >= pld_mechanism_loss_supremum(mechanism, direction))
        return -INFINITY;
    if (epsilon <= pld_mechanism_loss_infimum(mechanism, direction))
        return logl(-expm1l((long double)epsilon));
    double x;
    bool remove = direction == PLD_REMOVE;
    double loss = remove ? epsilon : -epsilon;
    mechanism->operations->positions(mechanism->pair, &loss, 1, &x);
    pld__log_mass beyond =
        remove ? mechanism->operations->mass_above(mechanism->pair, x) : mechanism->operations->mass_below(mechanism->pair, x);
    long double log_p = remove ? beyond.p : beyond.q, log_q = remove ? beyond.q : beyond.p;
    long double infinity = mechanism->infinity[direction];
    if (infinity > 0) {
        long double finite = log_p > -INFINITY ? fmaxl(expl(log_p) - expl(epsilon + log_q), 0) : 0;
        return logl(finite + infinity);
    }
    if (log_p == -INFINITY)
        return -INFINITY;
    /* p - e^epsilon q = p (1 - e^(epsilon + log q - log p)). */
    return log_p + logl(fmaxl(-expm1l(epsilon + log_q - log_p), 0));
}

double pld_mechanism_delta(const pld_mechanism *mechanism, pld_direction direction, double epsilon) {
    return (double)expl(pld__mechanism_log_delta(mechanism, direction, epsilon));
}

pld_status pld_mechanism_log_moment(const pld_mechanism *mechanism, pld_direction direction, double real, double imaginary,
                                    double *log_real, double *log_imaginary) {
    if (!isfinite(real) || !isfinite(imaginary))
        return PLD_ERROR_ARGUMENT;
    double complex order = CMPLX(real, imaginary);
    /* E_Q e^(-s L) = E_P e^(-(s + 1) L). */
    if (direction == PLD_ADD)
        order = -1 - order;
    double complex moment = mechanism->trivial ? 0 : mechanism->operations->log_moment(mechanism->pair, order);
    /* Outcomes of one side only: P^(1+s) Q^-s is infinite there for s > 0 or s < -1. */
    bool infinite =
        (mechanism->infinity[PLD_REMOVE] > 0 && creal(order) > 0) || (mechanism->infinity[PLD_ADD] > 0 && creal(order) < -1);
    if (infinite)
        moment = INFINITY;
    *log_real = creal(moment);
    *log_imaginary = cimag(moment);
    return PLD_OK;
}
