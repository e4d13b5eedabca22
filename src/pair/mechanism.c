/* What is the same for every family: ownership, names, edges, directions. */
#include "base/base.h"
#include "base/complex.h"
#include "base/platform.h"
#include "pair/enclosure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *pld_direction_name(pld_direction direction) {
    return direction == PLD_ADD ? "add" : "remove";
}

/* NULL without memory. */
static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = pld__allocate(size, 1);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

pld_status pld__mechanism_relabel(pld_mechanism *mechanism, const char *resolved, const char *note) {
    char *new_resolved = copy_text(resolved), *new_note = note ? copy_text(note) : NULL;
    if (!new_resolved || (note && !new_note)) {
        pld__free(new_resolved);
        pld__free(new_note);
        return PLD_ERROR_MEMORY;
    }
    pld__free(mechanism->resolved);
    pld__free(mechanism->note);
    mechanism->resolved = new_resolved;
    mechanism->note = new_note;
    return PLD_OK;
}

pld_status pld__mechanism_derive(pld_mechanism *mechanism, const char *origin) {
    size_t size = strlen(origin) + (mechanism->note ? strlen(mechanism->note) : 0) + 2;
    char *copy = copy_text(origin), *note = pld__allocate(size, 1);
    if (!copy || !note) {
        pld__free(copy);
        pld__free(note);
        return PLD_ERROR_MEMORY;
    }
    snprintf(note, size, "%s%s%s", origin, mechanism->note ? "\n" : "", mechanism->note ? mechanism->note : "");
    pld__free(mechanism->note);
    pld__free(mechanism->origin);
    mechanism->note = note;
    mechanism->origin = copy;
    return PLD_OK;
}

/* Of a number that is computed to a few ulps: what is not finite has none. */
static double end_error(double end, double error) {
    return isfinite(end) ? fmax(error, 4 * PLD__U * fabs(end)) : 0;
}

pld_status pld__mechanism_create(const pld_mechanism *prototype, const char *resolved, const char *note,
                                 pld_mechanism **mechanism) {
    /* The environment that the pair was computed in is still there: this function ends every way to make one. */
    pld_status status = pld__platform_check(NULL);
    pld_mechanism *created = status == PLD_OK ? pld__allocate(1, sizeof *created) : NULL;
    if (status == PLD_OK && !created)
        status = PLD_ERROR_MEMORY;
    if (created) {
        *created = *prototype;
        created->infimum_error = end_error(created->loss_infimum, created->infimum_error);
        created->supremum_error = end_error(created->loss_supremum, created->supremum_error);
        created->resolved = created->note = created->origin = NULL;
        created->sharers = 0;
        status = pld__mechanism_relabel(created, resolved, note);
    }
    if (status != PLD_OK) {
        pld__free(created);
        prototype->operations->free(prototype->pair);
        return status;
    }
    *mechanism = created;
    return PLD_OK;
}

pld_mechanism *pld__mechanism_share(const pld_mechanism *mechanism) {
    pld_mechanism *shared = (pld_mechanism *)mechanism; /* nothing that anybody sees of it changes */
    __atomic_fetch_add(&shared->sharers, 1, __ATOMIC_RELAXED);
    return shared;
}

void pld_mechanism_free(pld_mechanism *mechanism) {
    if (!mechanism || __atomic_fetch_sub(&mechanism->sharers, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    mechanism->operations->free(mechanism->pair);
    for (size_t i = 0; i < mechanism->attained_count; i++)
        pld_mechanism_free(mechanism->attained[i]);
    pld__free(mechanism->resolved);
    pld__free(mechanism->note);
    pld__free(mechanism->origin);
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
    if (epsilon < 0 &&
        epsilon <= pld_mechanism_loss_infimum(mechanism, direction)) /* at 0 what decides may be beside the losses */
        return logl(-expm1l((long double)epsilon));
    if (mechanism->operations->log_delta) {
        long double finite = mechanism->operations->log_delta(mechanism->pair, direction, epsilon);
        return mechanism->infinity[direction] > 0 ? logl(expl(finite) + mechanism->infinity[direction]) : finite;
    }
    if (pld__mechanism_enclosed(mechanism)) { /* no closed form: the middle of what two coarse laws say */
        pld__log_bounds found = mechanism->operations->hockey(mechanism->pair, direction, epsilon, INFINITY);
        return (found.lower + found.upper) / 2;
    }
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
    return pld__platform_sound() ? (double)expl(pld__mechanism_log_delta(mechanism, direction, epsilon)) : NAN;
}

pld_status pld_mechanism_log_moment(const pld_mechanism *mechanism, pld_direction direction, double real, double imaginary,
                                    double *log_real, double *log_imaginary) {
    if (!isfinite(real) || !isfinite(imaginary))
        return PLD_ERROR_ARGUMENT;
    if (!pld__platform_sound())
        return PLD_ERROR_PLATFORM;
    double complex order = pld__complex(real, imaginary);
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
