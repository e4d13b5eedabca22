/* Pairs that are known between two laws: one with a curve nowhere below theirs, one with a curve nowhere above, in both
 * directions, as near to each other as asked for. */
#ifndef PLD_PAIR_ENCLOSURE_H
#define PLD_PAIR_ENCLOSURE_H

#include "pair/pair.h"

/* What two laws are made for. Any values are valid, good ones make the laws near where it matters. */
struct pld__aim {
    double resolution;            /* the laws may cost what equal steps of the loss of this width would */
    double log_negligible;        /* log of a P- or Q-mass that does not matter */
    double theta[PLD_DIRECTIONS]; /* the tilts that decide */
};

/* Two sparse mechanisms; their masses at infinity count. */
struct pld__enclosure {
    pld_mechanism *upper, *lower;
};

void pld__enclosure_free(pld__enclosure *enclosure);

/* The loss of a direction, at least 0, beyond which the upper law has at most e^log_mass of it, its mass at infinity aside. */
double pld__enclosure_reach(const pld__enclosure *enclosure, pld_direction direction, double log_mass);

/* How an enclosed pair is made. */
typedef struct pld__enclosed_source {
    pld_status (*enclose)(const void *source, const pld__aim *aim, pld__enclosure *made);
    void (*free)(void *source);
} pld__enclosed_source;

/* A mechanism of which `kind` makes enclosures from `source`, which it takes over (freed also on failure). Of the prototype,
 * traits and the ends of the loss count. */
pld_status pld__enclosed_mechanism(const pld__enclosed_source *kind, void *source, const pld_mechanism *prototype,
                                   const char *resolved, const char *note, pld_mechanism **mechanism);

/* Is it known between two laws only? Then it has neither positions nor masses of its own. */
static inline bool pld__mechanism_enclosed(const pld_mechanism *mechanism) {
    return mechanism->operations->enclose != NULL;
}

#endif
