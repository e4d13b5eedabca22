/* The search behind pld_query_attack and pld_query_tradeoff: where to ask for delta so that powers of tests are known closely
 * enough. */
#ifndef PLD_QUERY_ATTACK_SEARCH_H
#define PLD_QUERY_ATTACK_SEARCH_H

#include "query/profile.h"

/* The power of the best test at one false-positive rate, as one view sees it. */
typedef struct pld__attack_goal {
    pld__view view;
    double rate;
    size_t group; /* goals of one group compete: only the largest matters, unless each was asked for */
    pld_bracket power;
    double tolerance; /* absolute width asked */
    bool met, given_up, surrounded;
    unsigned aims, tries;
    pld__power seen; /* in this round, before it is joined to those of others */
} pld__attack_goal;

typedef struct pld__attack_search {
    pld__profile profile;
    pld__attack_goal *goals;
    size_t goal_count;
    bool each; /* every goal matters; else only the largest of its group */
} pld__attack_search;

/* Refines until every goal that matters is as narrow as asked, or nothing helps. */
pld_status pld__attack_search_run(pld__attack_search *search, pld_curve_watcher *watcher, void *context, pld_error *error);

#endif
