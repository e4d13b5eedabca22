/* The worst pair of a guarantee, for families of which nothing more is used. */
#ifndef PLD_FAMILY_APPROX_DP_H
#define PLD_FAMILY_APPROX_DP_H

#include "pair/pair.h"

typedef struct pld__guarantee {
    long double epsilon;
    double epsilon_error; /* how far epsilon may be from the truth */
    double delta;
} pld__guarantee;

/* The four outcomes of (T40), P sampled with probability `rate`. The note of sampling is put behind `note` where there is any. */
PLD_WARN_UNUSED pld_status pld__guarantee_mechanism(const pld__guarantee *guarantee, double rate, const char *resolved,
                                                    const char *note, pld_mechanism **mechanism);

#endif
