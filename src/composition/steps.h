/* A composition as a list of steps, several times over. */
#ifndef PLD_COMPOSITION_STEPS_H
#define PLD_COMPOSITION_STEPS_H

#include <pld/composition.h>

typedef struct pld__steps {
    pld_step *steps; /* mechanisms are borrowed from the composition */
    size_t count;
} pld__steps;

/* The whole list so many times over; refused where a count goes beyond 64 bits. Free it after success. */
PLD_WARN_UNUSED pld_status pld__steps_repeat(const pld_composition *composition, uint64_t times, pld__steps *repeated,
                                             pld_error *error);
void pld__steps_free(pld__steps *steps);

#endif
