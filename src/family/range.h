/* From where to where the numbers of specs may be solved for. */
#ifndef PLD_FAMILY_RANGE_H
#define PLD_FAMILY_RANGE_H

#include <stdbool.h>
#include <stddef.h>

/* Ends are where searching stops; what a family allows may be less. */
typedef struct pld__key_range {
    int sign; /* 1: a larger number spends more, as a rule; -1: less */
    double low, high, start;
    bool none; /* 0 of it leaves the step out */
} pld__key_range;

/* Those of keys that mean the same in every family that has them; a family may have its own instead. */
extern const pld__key_range pld__range_sigma, pld__range_b, pld__range_q, pld__range_k, pld__range_N, pld__range_B,
    pld__range_batch, pld__range_epochs, pld__range_steps, pld__range_sensitivity, pld__range_shift, pld__range_removed,
    pld__range_added, pld__range_epsilon, pld__range_delta;

/* That of the count behind the @. */
extern const pld__key_range pld__range_count;

/* The names of all keys that can be solved for in some family, with commas between; cut when it does not fit. */
void pld__range_names(char *text, size_t size);

#endif
