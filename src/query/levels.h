/* The hockey-stick curve of a composition, known at the levels where it was asked for.
 *
 * D(x) = sup over A of P(A) - x Q(A) is delta(log x) of the direction remove for x >= 1. Below 1 it follows from the other direction: with
 * E(y) = sup over A of Q(A) - y P(A) and complements in place of the sets A, P(A) - x Q(A) = 1 - x + x (Q(A') - P(A')/x), so that
 * D(x) = 1 - x + x E(1/x). Of the direction add, P and Q change places. */
#ifndef PLD_QUERY_LEVELS_H
#define PLD_QUERY_LEVELS_H

#include "bound/attack_power.h"

#include <pld/query.h>

/* Whose curve: D of one direction, or the larger of both. The larger is a supremum of the same lines, so everything bound/attack_power.h says holds of
 * it; it belongs to the convex hull of what either direction's tests reach. */
typedef enum pld__view { PLD__VIEW_REMOVE = PLD_REMOVE, PLD__VIEW_ADD = PLD_ADD, PLD__VIEW_BOTH, PLD__VIEWS } pld__view;

/* delta of a direction at one epsilon, as last asked. */
typedef struct pld__level {
    double epsilon;
    pld_direction direction;
    double accuracy; /* asked, relative */
    bool spent;      /* asking for more did not help */
    bool again;      /* to be asked once more, with all of the memory */
    double low, estimate, high;
    bool estimated; /* false: what stands for the estimate is only a place to look at */
} pld__level;

typedef struct pld__levels {
    const pld_step *steps;
    size_t step_count;
    pld_options options;
    pld__level *known; /* sorted by epsilon, then direction */
    size_t count, room;
    size_t memory;    /* the most one question was predicted to take */
    unsigned queries; /* asked in all */
} pld__levels;

/* `steps` are borrowed. */
void pld__levels_start(const pld_step *steps, size_t step_count, const pld_options *options, pld__levels *levels);
void pld__levels_free(pld__levels *levels);

/* A question: delta at log x = `log_x` (below 0: of the other direction) as `view` sees it, to a relative accuracy. */
typedef struct pld__wish {
    pld__view view;
    double log_x, accuracy;
} pld__wish;

/* Answers those that are not known as accurately, side by side; what comes out does not depend on the number of threads. */
pld_status pld__levels_ask(pld__levels *levels, const pld__wish *wishes, size_t count, pld_error *error);

/* The point nearest to log_x that the view knows and that is at most `distance` away, or log_x itself. */
double pld__levels_snap(const pld__levels *levels, pld__view view, double log_x, double distance);

/* D as the view sees it, at increasing log x. *points has room for 2 levels->count. */
size_t pld__levels_view(const pld__levels *levels, pld__view view, pld__support *points);

/* Could a wish as accurate as this still improve the view's point at log_x? */
bool pld__levels_improvable(const pld__levels *levels, const pld__wish *wish);

#endif
