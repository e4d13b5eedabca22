/* What dp-sgd shares with the pair that it is made of. */
#ifndef PLD_FAMILY_POISSON_GAUSSIAN_H
#define PLD_FAMILY_POISSON_GAUSSIAN_H

#include "family/family.h"

/* How often a record is drawn: with this probability, or with batch/population itself where there is a population; the rate is
 * then not below that. */
typedef struct pld__drawn {
    double rate;
    uint64_t population, batch;
} pld__drawn;

PLD_WARN_UNUSED pld_status pld__poisson_gaussian_create(const pld__drawn *drawn, double sigma, uint64_t removed, uint64_t added,
                                                        double sensitivity, pld_mechanism **mechanism, pld_error *error);

/* As in its row. */
pld__standing pld__poisson_gaussian_standing(const pld__traits *traits);
PLD_WARN_UNUSED pld_status pld__poisson_gaussian_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group,
                                                       pld_error *error);
PLD_WARN_UNUSED pld_status pld__poisson_gaussian_replace(const pld_mechanism *mechanism, pld_mechanism **replaced,
                                                         pld_error *error);

/* Clipping, noise and what the pair protects: clauses behind the sampling and the steps. */
void pld__poisson_gaussian_describe_noise(const pld__words *words, const pld_mechanism *mechanism);

#endif
