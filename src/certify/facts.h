/* Facts that need no composing: what single steps say of a whole composition. */
#ifndef PLD_CERTIFY_FACTS_H
#define PLD_CERTIFY_FACTS_H

#include "certify/question.h"

typedef struct pld__facts {
    pld_bracket bracket; /* certified; its estimate means nothing */
    bool settled;        /* nothing else would be better */
    bool no_lower;       /* nothing may be claimed from below */
} pld__facts;

pld__facts pld__facts_of(const pld_step *steps, size_t step_count, const pld__question *question, pld_direction direction);

#endif
