/* A composition as a list of steps, several times over. */
#ifndef PLD_COMPOSITION_REPEATED_H
#define PLD_COMPOSITION_REPEATED_H

#include <pld/composition.h>

typedef struct pld__repeated {
    pld_step *steps; /* mechanisms are borrowed from the composition */
    size_t count;
} pld__repeated;

/* The whole list so many times over; refused where a count goes beyond 64 bits. Free it after success. */
PLD_WARN_UNUSED pld_status pld__composition_repeat(const pld_composition *composition, uint64_t times, pld__repeated *repeated,
                                                   pld_error *error);
void pld__repeated_free(pld__repeated *steps);

#endif
