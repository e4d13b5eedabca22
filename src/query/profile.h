/* The hockey-stick curve of a composition, known at the points where it was asked for: its privacy profile.
 *
 * D(x) = sup over A of P(A) - x Q(A) is delta(log x) of the direction remove for x >= 1. Below 1 it follows from the other
 * direction: with E(y) = sup over A of Q(A) - y P(A) and complements in place of the sets A, P(A) - x Q(A) = 1 - x + x (Q(A') -
 * P(A')/x), so that D(x) = 1 - x + x E(1/x). Of the direction add, P and Q change places. */
#ifndef PLD_QUERY_PROFILE_H
#define PLD_QUERY_PROFILE_H

#include "base/shelf.h"
#include "bound/attack_power.h"

#include <pld/query.h>

/* Whose curve: D of one direction, or the larger of both. The larger is a supremum of the same lines, so everything
 * bound/attack_power.h says holds of it; it belongs to the convex hull of what either direction's tests reach. */
typedef enum pld__view { PLD__VIEW_REMOVE = PLD_REMOVE, PLD__VIEW_ADD = PLD_ADD, PLD__VIEW_BOTH, PLD__VIEWS } pld__view;

/* delta of a direction at one epsilon, as last asked. */
typedef struct pld__profile_point {
    double epsilon;
    pld_direction direction;
    double accuracy; /* asked, relative */
    double enough;   /* no digits were asked for, as delta is at most this; 0 if they were */
    bool spent;      /* asking for more did not help */
    bool again;      /* to be asked once more, with all of the memory */
    double low, estimate, high;
    bool estimated; /* false: what stands for the estimate is only a place to look at */
    uint64_t work;  /* that it took */
} pld__profile_point;

typedef struct pld__profile {
    const pld_step *steps;
    size_t step_count;
    pld_options options;
    pld__profile_point *known; /* sorted by epsilon, then direction */
    size_t count, room;
    size_t memory;     /* the most one question was predicted to take */
    unsigned queries;  /* asked in all */
    uint64_t work;     /* that they took, see base/work.h */
    pld__shelf *shelf; /* of what its questions share */
    bool shares;       /* and that is nearly all of their work */
} pld__profile;

/* `steps` are borrowed. */
void pld__profile_start(const pld_step *steps, size_t step_count, const pld_options *options, pld__profile *profile);
void pld__profile_free(pld__profile *profile);

/* A question: delta at log x = `log_x` (below 0: of the other direction) as `view` sees it, to a relative accuracy; of one that
 * is at most `enough` nothing else is asked. */
typedef struct pld__profile_request {
    pld__view view;
    double log_x, accuracy, enough;
} pld__profile_request;

/* Answers those that are not known as accurately, side by side; what comes out does not depend on the number of threads. */
pld_status pld__profile_ask(pld__profile *profile, const pld__profile_request *requests, size_t count, pld_error *error);

/* The point nearest to log_x that the view knows and that is at most `distance` away, or log_x itself. */
double pld__profile_snap(const pld__profile *profile, pld__view view, double log_x, double distance);

/* D as the view sees it, at increasing log x. *points has room for 2 profile->count. */
size_t pld__profile_view(const pld__profile *profile, pld__view view, pld__support *points);

/* Could a request as accurate as this still improve the view's point at log_x? */
bool pld__profile_improvable(const pld__profile *profile, const pld__profile_request *request);

#endif
