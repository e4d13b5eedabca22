/* One question while it is being answered: what it is about, and what is known so far. */
#ifndef PLD_QUERY_INQUIRY_H
#define PLD_QUERY_INQUIRY_H

#include "base/shelf.h"
#include "base/work.h"
#include "certify/facts.h"
#include "certify/steps.h"
#include "plan/plan.h"
#include "query/memory_limit.h"

typedef struct pld__inquiry {
    const pld_step *given;
    size_t given_count;
    const pld__question *question;
    const pld_options *options;
    pld__shelf *shelf; /* of what questions share; may be NULL */
    pld__facts facts[PLD_DIRECTIONS];
    pld__question open; /* the question, in the directions that facts have not settled */
    bool prepared;      /* steps are made, */
    bool sketched;      /* and their sketch */
    pld__steps steps;
    pld__sketch sketch;
    pld__memory_limit limit;
    pld__work work;                  /* what it has taken */
    double estimate[PLD_DIRECTIONS]; /* by quadrature; NAN if there is none */
    bool stopped;                    /* the limit has no room for anything but facts */
    bool limited;                    /* it made a difference to some plan */
    pld_engine engine;               /* at work */
    double asked;                    /* tolerance at the moment, as the options give it: absolute or relative */
    pld_result result;
} pld__inquiry;

/* Whatever the mechanism is: the options say how wide or how many. */
bool pld__inquiry_asks_for_buckets(const pld__inquiry *inquiry);

/* What may become one step. An engine that is asked for composes steps as they are, but for closed forms. */
pld__merging pld__inquiry_merging(const pld__inquiry *inquiry);

/* Steps alone, and with their sketch; nothing that is made already. Where the limit has no room for them, facts are all there is.
 * To be freed also after a failure. */
PLD_WARN_UNUSED pld_status pld__inquiry_prepare(pld__inquiry *inquiry);
PLD_WARN_UNUSED pld_status pld__inquiry_sketch(pld__inquiry *inquiry);
void pld__inquiry_free(pld__inquiry *inquiry);

/* Is a direction open? */
bool pld__inquiry_is_open(const pld__inquiry *inquiry);

/* Width of a bracket; for delta a relative one. */
double pld__inquiry_width(const pld__inquiry *inquiry, const pld_bracket *bracket);

/* The width reached so far. */
double pld__inquiry_reached(const pld__inquiry *inquiry);

/* Does a direction keep the combined bracket from being narrower? No other one needs another plan. */
bool pld__inquiry_relevant(const pld__inquiry *inquiry, int direction);

/* Asks for another width from now on. */
void pld__inquiry_ask(pld__inquiry *inquiry, double tolerance);

/* The width asked for, and what is known already. */
pld__width_asked pld__inquiry_asked(const pld__inquiry *inquiry);

/* Combines the directions asked; a direction without an estimate may have the largest truth. */
void pld__inquiry_combine(pld__inquiry *inquiry, const bool asked[PLD_DIRECTIONS]);

/* Keeps the better ends of the directions that are `done`. `saddles` are where they were looked for: their tilts are reported,
 * their epsilons tell what a relative width is of as long as nothing else does. Returns the width reached. */
double pld__inquiry_keep(pld__inquiry *inquiry, const bool done[PLD_DIRECTIONS], const pld__ends *ends,
                         const pld__saddle saddles[PLD_DIRECTIONS]);

#endif
