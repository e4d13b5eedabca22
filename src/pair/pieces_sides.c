/* The mixture pairs that pieces are taken from. */
#include "base/base.h"
#include "pair/pieces.h"

#include <math.h>

pld__pieces *pld__pieces_create(void) {
    pld__pieces *pieces = pld__allocate(1, sizeof *pieces);
    if (pieces)
        *pieces = (pld__pieces){0};
    return pieces;
}

void pld__pieces_free(void *object) {
    pld__pieces *pieces = object;
    if (pieces)
        pld__free(pieces->nodes);
    for (size_t i = 0; pieces && i < pieces->sides_count; i++) {
        pld__mixture_density_free(&pieces->sides[i].p);
        pld__mixture_density_free(&pieces->sides[i].q);
    }
    pld__free(pieces);
}

pld_status pld__pieces_add_sides(pld__pieces *pieces, size_t p_count, const long double *p_weight, const double *p_mean,
                                 size_t q_count, const long double *q_weight, const double *q_mean, long double *dropped,
                                 size_t *index) {
    pld__mixture_pair *pair = &pieces->sides[pieces->sides_count];
    long double dropped_p = 0, dropped_q = 0;
    *pair = (pld__mixture_pair){0};
    pld_status status = pld__mixture_density_create(p_count, p_weight, p_mean, &pair->p, &dropped_p);
    if (status == PLD_OK)
        status = pld__mixture_density_create(q_count, q_weight, q_mean, &pair->q, &dropped_q);
    if (status != PLD_OK) {
        pld__mixture_density_free(&pair->p);
        return status;
    }
    pair->lowest_mean = fmin(pair->p.mean[0], pair->q.mean[0]);
    pair->highest_mean = fmax(pair->p.mean[pair->p.count - 1], pair->q.mean[pair->q.count - 1]);
    pair->incomplete = dropped_p > 0 || dropped_q > 0;
    *dropped += dropped_p + dropped_q;
    *index = pieces->sides_count++;
    return PLD_OK;
}
