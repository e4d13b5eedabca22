/* Gaussian mixtures, Laplace and discrete steps by exact kernels: a plan, its sum, and the ends that come of it. */
#ifndef PLD_QUERY_QUADRATURE_H
#define PLD_QUERY_QUADRATURE_H

#include "query/inquiry.h"

/* Keeps what kernels answer; nothing where they do not. */
PLD_WARN_UNUSED pld_status pld__quadrature(pld__inquiry *inquiry, const pld_step *steps, size_t count);

/* Are these steps discrete, on a common lattice? */
bool pld__quadrature_finds_lattice(const pld_step *steps, size_t count);

#endif
