/* A law of the privacy loss on a lattice, tilted: the mass at loss(i) = offset + node(i) * width is
 * weight[i] e^(log_moment - theta loss(i)), by definition and without rounding (T7); beside it stands an atom at infinity. An
 * upper law has a D that is >= the true one everywhere, a lower law one that is <=; products keep that (T1), and what may be done
 * to a law is known (T2). */
#ifndef PLD_LAW_LAW_H
#define PLD_LAW_LAW_H

#include "law/cells.h"

typedef struct pld__law {
    double width, offset;
    int64_t first; /* node i is number first + i of the lattice, unless there is a list */
    int64_t *nodes;
    double *losses; /* of a law on no lattice, increasing; width, offset, first and nodes then mean nothing */
    size_t count;
    double theta;
    long double log_moment; /* log of the sum of mass e^(theta loss), to rounding: weights sum to 1 within 1e-14 */
    double *weight;
    long double infinity;
    long double finite; /* at least the sum of all masses but the one at infinity; a lower law: at most 1 less that one (T12) */
    double label_error; /* how far each loss may be off */
    bool is_open;       /* of an upper law: at infinity is more than what lies beyond the last node */
} pld__law;

/* A node may lose this much of its weight to underflow when it is tilted: an upper part gets it back. */
#define PLD__LOST_WEIGHT 1e-306

/* An empty law (weights 0) of `count` nodes, with a list of them (to be filled) or without; NULL when memory is short. */
pld__law *pld__law_create(double width, int64_t first, size_t count, bool listed, double theta);

/* The number of node i on the lattice. */
int64_t pld__law_node(const pld__law *law, size_t index);
void pld__law_free(pld__law *law);

/* What parts are widened by at least, relative. */
#define PLD__PART_WIDENING (32 * PLD__U)

/* What the law has on its nodes from .. to - 1, tilted by theta instead, with weights that sum to 1: a law on the same lattice
 * without an atom at infinity. Every mass is at least (upper) or at most the law's. Tight as long as theta is away from the law's
 * own by at most about 600 over the range of losses. NULL in *part if there is no mass; where there are nodes an upper part has
 * some, as they may have lost it. */
pld_status pld__law_part(const pld__law *law, size_t from, size_t to, double theta, bool upper, pld__law **part);

/* The sum of the weights less 1, to an ulp and 1e-26, however many there are: powers of laws multiply its error. */
double pld__law_excess(const pld__law *law);

/* The first node whose loss is above `loss`; count if there is none. */
size_t pld__law_above(const pld__law *law, double loss);

/* Divides the weights by their sum, and moves it into log_moment (which holds their scale before). Weights that are not numbers
 * leave a law that says nothing, on the side asked for. */
void pld__law_normalise(pld__law *law, bool upper);

/* Drops nodes without weight at both ends: what counts as the support should be it. */
void pld__law_trim(pld__law *law);

/* spread.c: an upper law, its D is >= the true D everywhere. */
pld_status pld__law_spread(const pld__cells *cells, pld_direction direction, double theta, pld__law **law);

/* merge.c: a lower law, its D is <= the true D everywhere. Of `phases` offsets of its nodes and one that suits a narrow bulk it
 * keeps the one that loses least at theta: every choice is valid. */
pld_status pld__law_merge(const pld__cells *cells, pld_direction direction, double theta, unsigned phases, pld__law **law);

/* exact.c: the outcomes of a sparse mechanism themselves, an upper or a lower law. */
pld_status pld__law_exact(const pld_mechanism *mechanism, pld_direction direction, double theta, bool upper, pld__law **law);

/* The same on a lattice of this width, if all outcomes are its nodes; otherwise it is on none. */
pld_status pld__law_exact_on(const pld_mechanism *mechanism, double width, pld_direction direction, double theta, bool upper,
                             pld__law **law);
bool pld__law_is_exact_on(const pld_mechanism *mechanism, double width);

/* outcomes.c: the same on the lattice of their cells. */
pld_status pld__law_outcomes(const pld_mechanism *mechanism, const pld__cells *cells, pld_direction direction, double theta,
                             unsigned phases, bool upper, pld__law **law);

/* The loss of a node, off by at most u times the size: what it is added up from. */
double pld__law_loss(const pld__law *law, size_t index);
double pld__law_size(const pld__law *law, size_t index);
/* The same to 2^-63 of the size. */
long double pld__law_exact_loss(const pld__law *law, size_t index);

/* log sum of mass e^(lambda loss) over the finite part, within pld__law_moment_error. */
double pld__law_log_moment(const pld__law *law, double lambda);
double pld__law_moment_error(const pld__law *law, double lambda);

#endif
