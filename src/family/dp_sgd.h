/* DP-SGD as it is trained: N records, batches of a known size on average, so many steps. */
#ifndef PLD_FAMILY_DP_SGD_H
#define PLD_FAMILY_DP_SGD_H

#include <pld/mechanism.h>

typedef struct pld__training {
    uint64_t population, batch;
    uint64_t steps;  /* of a run */
    char epochs[48]; /* what the steps were derived from, as text; empty: they were given */
} pld__training;

/* N, the batch and the steps are in range. */
PLD_WARN_UNUSED pld_status pld__training_check(const pld__training *training, pld_error *error);

/* The poisson-gaussian pair of q = batch/N and k records, whose note says how q and the steps came about. The training has been checked. */
PLD_WARN_UNUSED pld_status pld__dp_sgd_create(const pld__training *training, double sigma, uint64_t k, double sensitivity,
                                              pld_mechanism **mechanism, pld_error *error);

/* For pairs made from that of `origin`: if `status` is PLD_OK and the origin is a training, so is *made, with the origin's note. Frees *made
 * on failure. Returns the status. */
PLD_WARN_UNUSED pld_status pld__dp_sgd_follow(const pld_mechanism *origin, pld_status status, pld_mechanism **made);

#endif
