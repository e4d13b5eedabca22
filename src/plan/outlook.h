/* The outlook of a plan: where it expects the answer, and the tilts that suit that. */
#ifndef PLD_PLAN_OUTLOOK_H
#define PLD_PLAN_OUTLOOK_H

#include "certify/question.h"
#include "plan/jumps.h"

/* What planning found out beside the plan. The next plan of the same way starts from here. */
typedef struct pld__outlook {
    pld__saddle saddles[PLD_DIRECTIONS]; /* of the leading term, if there are jumps; 0 in directions never asked for */
    pld__jumps jumps[PLD_DIRECTIONS];    /* count 0: not looked for yet */
    double log_budget;                   /* of delta, what all cut-offs together may cost */
    double tolerance;                    /* the width asked, in epsilon, at what is expected */
    double planned_width;                /* in epsilon, that the grid is made for */
    double wanted_width;                 /* of equal buckets, before they were made to fit */
    bool strained;                       /* few steps decide: what is once known to be hard is not planned for as easy */
    bool wants_closer; /* there are jumps, but no plan: it wants a refined sketch first, and goes on from here */
    bool memory_bound; /* buckets are wider than wanted */
    bool limited;      /* the memory limit made a difference */
} pld__outlook;

/* Cuts the losses of the sketch off, and finds the saddles; `tolerance` is the width asked in epsilon, `guess` (may be NULL)
 * holds an epsilon per direction known from an earlier plan. */
void pld__outlook_saddles(pld__sketch *sketch, const pld__question *question, double tolerance, const double *guess,
                          pld__outlook *outlook);

/* Cuts the losses off as they were when the saddles were found. */
void pld__outlook_cut(pld__sketch *sketch, const pld__outlook *outlook);

/* Looks for jumps in the directions where few steps decide, and wherever they `must` be; these move the saddles. */
void pld__outlook_jumps(const pld__sketch *sketch, const pld__question *question, double tolerance, const double *guess,
                        bool must, pld__outlook *outlook);

/* Are there any in a direction that is asked? */
bool pld__outlook_has_jumps(const pld__question *question, const pld__outlook *outlook);

/* Do few steps decide, so that the grid will cost more than the tilted law tells? */
bool pld__outlook_is_strained(const pld__sketch *sketch, const pld__question *question, const pld__outlook *outlook);

/* The direction that decides the combined answer, as far as the saddles tell. */
int pld__outlook_leader(const pld__question *question, const pld__outlook *outlook);

/* The largest epsilon expected. */
double pld__outlook_epsilon(const pld__question *question, const pld__outlook *outlook);

/* No tilt above `steepest` in any direction, and none that changes much from node to node of a grid of this width. */
void pld__outlook_limit_tilts(const pld__sketch *sketch, const pld__question *question, double steepest, pld__outlook *outlook);

/* Of delta, as a log, what each window or left out part may cost. */
double pld__outlook_log_allowed(const pld__question *question, const pld__saddle *saddle, double tolerance);

/* One term, at the saddle. */
pld__jumps pld__outlook_no_jumps(const pld__saddle *saddle);

#endif
