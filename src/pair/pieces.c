/* Theorem (T100). Let the outcomes of a pair be labelled, the label i with the same probability w_i under P and Q (or the
 * outcomes of label i having masses w_i P_i, w_i Q_i, finite measures). Then D = sum_i w_i D_i, and the loss of an outcome is
 * that of its own pair (P_i, Q_i). So cells of the loss have the sums of the masses of the pieces, and every bound that starts
 * from cells holds. Masses of a piece within 1 +- rho each make a sum within 1 +- rho; ratios of masses within e^+-kappa and
 * masses within 1 +- rho make a ratio of the sums within kappa + 3 rho, if rho <= 1/4. */
#include "pair/pieces.h"

#include "base/base.h"

#include <math.h>

/* What a sum of products with exponentials in long double rounds by, and the mass at loss 0 is off by. */
static const double ROUNDED = 16 * PLD__U;

/* Both masses of a piece below this are outside of what is called the bulk. */
static const double LEAST_LOG = -75;

/* Stretches of more than this, in units of their distance from means, are not cut into panels. */
static const double LONGEST = 64;

static const pld__mixture_pair *pair_of(const pld__pieces *pieces, const pld__piece *piece) {
    return &pieces->sides[piece->sides];
}

/* --- places --------------------------------------------------------------------------------------------------------- */

/* Where the piece has its smallest losses: at `from`, or at `to`. */
static bool starts_low(const pld__piece *piece) {
    return !piece->exchanged;
}

/* Between the two nodes on both sides of a loss. */
static double guess_position(const pld__piece *piece, double loss) {
    size_t low = 0, high = PLD__PIECE_NODES - 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(piece->loss[middle] <= loss ? &low : &high) = middle;
    }
    double share = (loss - piece->loss[low]) / (piece->loss[high] - piece->loss[low]);
    return piece->x[low] + (share >= 0 && share <= 1 ? share : 0.5) * (piece->x[high] - piece->x[low]);
}

double pld__piece_position(const pld__pieces *pieces, const pld__piece *piece, double loss) {
    bool rises = starts_low(piece);
    if (loss <= piece->low)
        return rises ? piece->from : piece->to;
    if (loss >= piece->high)
        return rises ? piece->to : piece->from;
    return pld__mixture_position_between(pair_of(pieces, piece), piece->exchanged ? -loss : loss, piece->near, piece->far,
                                         guess_position(piece, loss));
}

/* The loss of a piece at x. */
static double loss_at(const pld__pieces *pieces, const pld__piece *piece, double x) {
    double slope, curvature, loss = pld__mixture_loss(pair_of(pieces, piece), x, &slope, &curvature);
    return piece->exchanged ? -loss : loss;
}

/* Nothing to find: what is above an end of the loss, or below it, is infinite, and the loss is where it is. */
static void find_positions(const void *object, const double *loss, size_t count, double *x) {
    const pld__pieces *pieces = object;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < pieces->count; i++) {
        low = fmin(low, pieces->piece[i].low);
        high = fmax(high, pieces->piece[i].high);
    }
    for (size_t i = 0; i < count; i++)
        x[i] = loss[i] <= low ? -INFINITY : loss[i] >= high ? INFINITY : loss[i];
}

static double position_error(const void *object, double x) {
    const pld__pieces *pieces = object;
    double worst = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        double at = pld__piece_position(pieces, &pieces->piece[i], x);
        worst = fmax(worst, pld__mixture_position_error(pair_of(pieces, &pieces->piece[i]), at));
    }
    return worst;
}

static void find_bulk(const void *object, double *low, double *high) {
    const pld__pieces *pieces = object;
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < pieces->count; i++) {
        const pld__piece *piece = &pieces->piece[i];
        const pld__mixture_pair *pair = pair_of(pieces, piece);
        if (piece->log_mass < LEAST_LOG)
            continue;
        double first = loss_at(pieces, piece, fmax(piece->from, pair->lowest_mean - 12)),
               last = loss_at(pieces, piece, fmin(piece->to, pair->highest_mean + 12));
        *low = fmin(*low, fmin(first, last));
        *high = fmax(*high, fmax(first, last));
    }
}

/* --- masses --------------------------------------------------------------------------------------------------------- */

/* Masses of a part of a piece, as they stand in the pair of pieces: P-mass p e^unit, Q-mass q e^(unit - reference). */
typedef struct {
    long double p, q;
    double unit;
    pld__accuracy accuracy;
} part;

static const part NOTHING = {.unit = -INFINITY};

/* What rounding of means, and of the ends of a stretch, moves tails by. */
static double slope_of(const pld__mixture_pair *pair) {
    return 4 * PLD__U * fmax(fabs(pair->lowest_mean), fabs(pair->highest_mean));
}

/* The logs of both masses between two places, which may be infinite: as good as tails are (T140). */
static pld__log_mass log_masses_between(const pld__mixture_pair *pair, double left, double right) {
    return isfinite(left) && isfinite(right)        ? pld__mixture_mass_between(pair, left, right)
           : left == -INFINITY && right == INFINITY ? (pld__log_mass){0, 0}
           : left == -INFINITY                      ? pld__mixture_mass_below(pair, right)
                                                    : pld__mixture_mass_above(pair, left);
}

/* To an infinite end, or over so long a stretch that panels would be without number. */
static part long_part(const pld__mixture_pair *pair, double left, double right, double reference) {
    pld__log_mass mass = log_masses_between(pair, left, right);
    if (mass.p == -INFINITY && mass.q == -INFINITY)
        return NOTHING;
    double size = (double)fmaxl(mass.p, mass.q + reference), unit = size < -500 || size > 500 ? size : 0;
    double error = 2 * pld__tail_error(mass, slope_of(pair));
    return (part){expl(mass.p - unit), expl(mass.q - unit + reference), unit, {error, 2 * error}};
}

static bool is_long(const pld__mixture_pair *pair, double left, double right) {
    double farthest = fmax(right - pair->lowest_mean, pair->highest_mean - left);
    return !isfinite(left) || !isfinite(right) || (right - left) * farthest > LONGEST;
}

/* Between two places of a piece, left < right. */
static part part_between(const pld__pieces *pieces, const pld__piece *piece, double left, double right, double reference) {
    const pld__mixture_pair *pair = pair_of(pieces, piece);
    double own = piece->exchanged ? -reference : reference, p = 0, q = 0;
    part found = NOTHING;
    if (is_long(pair, left, right)) {
        found = long_part(pair, left, right, own);
    } else {
        found.accuracy = pld__mixture_masses(pair, left, right, 1, own, &p, &q, &found.unit);
        found.p = p;
        found.q = q;
    }
    if (piece->exchanged) { /* P-mass is now q e^(unit + reference), Q-mass p e^unit */
        found = (part){found.q, found.p, found.unit + reference, found.accuracy};
    }
    found.p *= piece->weight;
    found.q *= piece->weight;
    found.accuracy.rho += piece->rho;
    return found;
}

/* The places of an edge of cells in each piece. */
typedef struct {
    double loss, x[PLD__PIECES_MOST];
} edge;

static edge edge_at(const pld__pieces *pieces, double loss) {
    edge made;
    made.loss = loss;
    for (size_t i = 0; i < pieces->count; i++)
        made.x[i] = pld__piece_position(pieces, &pieces->piece[i], loss);
    return made;
}

/* Of the losses in (low, high]. Edges so close that their places are one, or not in order, tell nothing. */
static part part_of(const pld__pieces *pieces, size_t index, const edge *low, const edge *high, double reference) {
    const pld__piece *piece = &pieces->piece[index];
    if (high->loss <= piece->low || low->loss >= piece->high)
        return NOTHING;
    double left = starts_low(piece) ? low->x[index] : high->x[index], right = starts_low(piece) ? high->x[index] : low->x[index];
    if (!(left < right))
        return (part){0, 0, 0, {1, INFINITY}};
    return part_between(pieces, piece, left, right, reference);
}

/* One cell: the parts of all pieces in it, and what is at loss 0. */
typedef struct {
    part of[PLD__PIECES_MOST + 1];
    size_t count;
} gathered;

static void gather(const pld__pieces *pieces, const edge *low, const edge *high, double reference, gathered *all) {
    all->count = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        part one = part_of(pieces, i, low, high, reference);
        if (one.unit > -INFINITY)
            all->of[all->count++] = one;
    }
    if (low->loss < 0 && high->loss >= 0 && pieces->still > 0)
        all->of[all->count++] = (part){pieces->still, pieces->still * expl(reference), 0, {0, 0}};
}

static double largest_unit(const gathered *all) {
    double unit = -INFINITY;
    for (size_t i = 0; i < all->count; i++)
        unit = fmax(unit, all->of[i].unit);
    return unit;
}

static part sum_of(const gathered *all, double unit) {
    part sum = {.unit = unit};
    double rho = 0, kappa = 0;
    for (size_t i = 0; i < all->count; i++) {
        const part *one = &all->of[i];
        long double factor = one->unit == unit ? 1 : expl((long double)one->unit - unit);
        sum.p += one->p * factor;
        sum.q += one->q * factor;
        rho = fmax(rho, one->accuracy.rho);
        kappa = fmax(kappa, one->accuracy.kappa);
    }
    /* expl of a difference of units, and of the reference, is good to a few units of 2^-63 and of its argument. */
    rho += ROUNDED + 0x1p-60 * fabs(isfinite(unit) ? unit : 0);
    sum.accuracy = rho <= 0.25 ? (pld__accuracy){rho, kappa + 3 * rho} : (pld__accuracy){1, INFINITY};
    return sum;
}

/* All cuts in one unit; returns the unit of the first cut for which that is far too small, or `unit` itself. */
static double fill_cuts(const pld__pieces *pieces, double left, double right, size_t cuts, double reference, double unit,
                        double *p, double *q, pld__accuracy *worst) {
    edge low = edge_at(pieces, left);
    gathered all;
    *worst = (pld__accuracy){0, 0};
    for (size_t i = 0; i < cuts; i++) {
        edge high = edge_at(pieces, i + 1 == cuts ? right : left + (right - left) * ((double)(i + 1) / (double)cuts));
        gather(pieces, &low, &high, reference, &all);
        double own = largest_unit(&all);
        if (own > unit + 300)
            return own;
        part sum = sum_of(&all, unit);
        p[i] = (double)sum.p;
        q[i] = (double)sum.q;
        *worst = (pld__accuracy){fmax(worst->rho, sum.accuracy.rho), fmax(worst->kappa, sum.accuracy.kappa)};
        low = high;
    }
    return unit;
}

/* Masses as they are, unless all of them are tiny: then in the unit of the largest. */
static pld__accuracy find_masses(const void *object, double left, double right, size_t cuts, double reference, double *p,
                                 double *q, double *unit) {
    const pld__pieces *pieces = object;
    pld__accuracy worst;
    edge low = edge_at(pieces, left), high = edge_at(pieces, right);
    gathered all;
    gather(pieces, &low, &high, reference, &all);
    double own = largest_unit(&all), better = own < -500 ? own : 0;
    do {
        *unit = better;
        better = fill_cuts(pieces, left, right, cuts, reference, *unit, p, q, &worst);
    } while (better > *unit);
    return worst;
}

/* Of the losses in (low, high], as logs: sums of logs, so that nothing underflows beside something else. A piece whose places of
 * both ends are one is cut there, and has nothing between. */
static pld__log_mass log_masses(const pld__pieces *pieces, double low, double high) {
    edge first = edge_at(pieces, low), last = edge_at(pieces, high);
    bool has_still = low < 0 && high >= 0 && pieces->still > 0;
    pld__log_mass sum = {has_still ? logl(pieces->still) : -INFINITY, has_still ? logl(pieces->still) : -INFINITY};
    for (size_t i = 0; i < pieces->count; i++) {
        const pld__piece *piece = &pieces->piece[i];
        double from = starts_low(piece) ? first.x[i] : last.x[i], to = starts_low(piece) ? last.x[i] : first.x[i];
        if (!(from < to))
            continue;
        pld__log_mass own = log_masses_between(pair_of(pieces, piece), from, to);
        long double log_weight = logl(piece->weight);
        sum.p = pld__log_add(sum.p, log_weight + (piece->exchanged ? own.q : own.p));
        sum.q = pld__log_add(sum.q, log_weight + (piece->exchanged ? own.p : own.q));
    }
    return sum;
}

static pld__log_mass mass_below(const void *object, double x) {
    return log_masses(object, -INFINITY, x);
}

static pld__log_mass mass_above(const void *object, double x) {
    return log_masses(object, x, INFINITY);
}

/* --- ends of the loss, single steps, moments ------------------------------------------------------------------------ */

static double reach(const pld__pieces *pieces, double log_mass, bool above) {
    double farthest = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const pld__piece *piece = &pieces->piece[i];
        double share = log_mass - (double)logl(piece->weight), end = above ? piece->high : -piece->low;
        bool upward = above != piece->exchanged; /* in terms of the mixture pair */
        if (end <= 0 || piece->log_mass <= log_mass)
            continue;
        bool at_end = isfinite(starts_low(piece) == above ? piece->to : piece->from) && !upward;
        double reached = at_end   ? end /* not in a tail of the pair: all of it is near */
                         : upward ? pld__mixture_reach_above(pair_of(pieces, piece), share)
                                  : pld__mixture_reach_below(pair_of(pieces, piece), share);
        farthest = fmax(farthest, fmin(reached, end));
    }
    return farthest;
}

static double reach_above(const void *object, double log_mass) {
    return reach(object, log_mass, true);
}

static double reach_below(const void *object, double log_mass) {
    return reach(object, log_mass, false);
}

/* E e^(lambda L) over a stretch is at most that over the line. */
static double log_moment_upper(const void *object, pld_direction direction, double lambda) {
    const pld__pieces *pieces = object;
    long double sum = pieces->still * (1 + 64 * PLD__U), largest = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const pld__piece *piece = &pieces->piece[i];
        pld_direction own = (direction == PLD_ADD) != piece->exchanged ? PLD_ADD : PLD_REMOVE;
        double moment = pld__mixture_log_moment_upper(pair_of(pieces, piece), own, lambda);
        if (!(moment < 10000))
            return INFINITY;
        largest = fmaxl(largest, fabsl((long double)moment));
        sum += piece->weight * (1 + 2 * piece->rho) * expl((long double)moment);
    }
    double found = (double)logl(sum);
    return found + 64 * PLD__U * (1 + fabs(found) + (double)largest);
}

static pld__log_bounds hockey(const void *object, pld_direction direction, double epsilon, double supremum_upper) {
    const pld__pieces *pieces = object;
    long double lower = 0, upper = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const pld__piece *piece = &pieces->piece[i];
        if ((direction == PLD_ADD ? -piece->side : piece->side) < 0) /* no losses above epsilon >= 0, whatever rounding says */
            continue;
        /* A stretch that may leave some of them out, or weights that the form of a mixture does not count with. */
        bool whole = piece->side != 0 || (isinf(piece->from) && isinf(piece->to));
        if (!whole || !piece->rises_all || piece->rho > 0)
            return (pld__log_bounds){-INFINITY, 0};
        pld_direction own = (direction == PLD_ADD) != piece->exchanged ? PLD_ADD : PLD_REMOVE;
        pld__log_bounds one = pld__mixture_hockey(pair_of(pieces, piece), own, epsilon, supremum_upper);
        lower += piece->weight * expl(one.lower);
        upper += piece->weight * expl(one.upper);
    }
    if (!(lower > 1e-4900L)) /* sums that underflow tell nothing */
        return (pld__log_bounds){-INFINITY, 0};
    return (pld__log_bounds){logl(lower * (1 - 0x1p-50L)), fminl(logl(upper * (1 + 0x1p-50L)), 0)};
}

static const pld__pair_operations PIECES_OPERATIONS = {
    .positions = find_positions,
    .position_error = position_error,
    .bulk = find_bulk,
    .masses = find_masses,
    .mass_below = mass_below,
    .mass_above = mass_above,
    .reach_above = reach_above,
    .reach_below = reach_below,
    .sketch_points = pld__pieces_sketch_points,
    .hockey = hockey,
    .log_moment_upper = log_moment_upper,
    .log_moment = pld__pieces_log_moment,
    .free = pld__pieces_free,
};

/* --- making --------------------------------------------------------------------------------------------------------- */

/* The loss at an end of the stretch: what it tends to where that is infinite, and both sides end in the same mean. */
static double loss_towards(const pld__pieces *pieces, const pld__piece *piece, double x) {
    const pld__mixture_pair *pair = pair_of(pieces, piece);
    const pld__mixture_density *p = &pair->p, *q = &pair->q;
    if (isfinite(x))
        return loss_at(pieces, piece, x);
    size_t i = x > 0 ? p->count - 1 : 0, j = x > 0 ? q->count - 1 : 0;
    double a = p->mean[i], b = q->mean[j], sign = piece->exchanged ? -1 : 1;
    return a == b ? sign * (p->log_weight[i] - q->log_weight[j]) : sign * (a > b) == (x > 0) ? INFINITY : -INFINITY;
}

/* Where the loss is flat what is within rounding of the end is the end, as in mixture_loss.c. Beyond the reach positions are
 * infinite. */
static void find_ends(const pld__pieces *pieces, pld__piece *piece) {
    const pld__mixture_pair *pair = pair_of(pieces, piece);
    piece->near = fmax(piece->from, pair->lowest_mean - PLD__MIXTURE_REACH);
    piece->far = fmin(piece->to, pair->highest_mean + PLD__MIXTURE_REACH);
    double first = loss_at(pieces, piece, piece->near), last = loss_at(pieces, piece, piece->far);
    piece->low = fmin(first, last);
    piece->high = fmax(first, last);
    piece->low += 4 * PLD__U * (1 + fabs(piece->low));
    piece->high -= 4 * PLD__U * (1 + fabs(piece->high));
}

/* Nodes that are dense where the means are: x moves away from there by powers. */
static void place_nodes(const pld__pieces *pieces, pld__piece *piece) {
    const pld__mixture_pair *pair = pair_of(pieces, piece);
    double middle = fmin(fmax((pair->lowest_mean + pair->highest_mean) / 2, piece->near), piece->far), last = -INFINITY;
    bool rises = starts_low(piece);
    for (int i = 0; i < PLD__PIECE_NODES; i++) {
        double place = 2.0 * i / (PLD__PIECE_NODES - 1) - 1, grown = expm1(4 * fabs(place)) / expm1(4);
        double x = place < 0 ? middle + grown * (piece->near - middle) : middle + grown * (piece->far - middle);
        size_t at = (size_t)(rises ? i : PLD__PIECE_NODES - 1 - i);
        piece->x[at] = x;
        piece->loss[at] = loss_at(pieces, piece, x);
    }
    for (size_t i = 0; i < PLD__PIECE_NODES; i++) /* in order, also where rounding is not */
        last = piece->loss[i] = fmax(piece->loss[i], last);
}

/* What positions and bounds start from: the ends of a piece, its nodes, and whether it matters. */
static void fill_piece(const pld__pieces *pieces, pld__piece *piece, double *nodes) {
    const pld__mixture_pair *pair = pair_of(pieces, piece);
    piece->x = nodes;
    piece->loss = nodes + PLD__PIECE_NODES;
    find_ends(pieces, piece);
    place_nodes(pieces, piece);
    pld__log_mass mass = log_masses_between(pair, piece->from, piece->to);
    piece->log_mass = (double)(fmaxl(mass.p, mass.q) + logl(piece->weight));
}

/* Ends of the loss and errors, with what one piece has of them. */
static void widen(const pld__pieces *pieces, const pld__piece *piece, pld_mechanism *made) {
    const pld__mixture_pair *pair = pair_of(pieces, piece);
    double first = loss_towards(pieces, piece, piece->from), last = loss_towards(pieces, piece, piece->to);
    double sizes = fabs(pair->p.log_weight[0]) + fabs(pair->q.log_weight[0]) + fabs(pair->p.log_weight[pair->p.count - 1]) +
                   fabs(pair->q.log_weight[pair->q.count - 1]);
    double error = PLD__U * (4 + (double)(pair->p.count + pair->q.count) / 128) * (1 + sizes);
    made->loss_infimum = fmin(made->loss_infimum, fmin(first, last));
    made->loss_supremum = fmax(made->loss_supremum, fmax(first, last));
    made->infimum_error = fmax(made->infimum_error, error);
    made->supremum_error = fmax(made->supremum_error, error);
    made->tail_slope = fmax(made->tail_slope, slope_of(pair) + piece->rho / 8);
}

pld_status pld__pieces_mechanism(pld__pieces *pieces, long double dropped, const char *resolved, const char *note,
                                 pld_mechanism **mechanism) {
    bool any = pieces->left_out > 0;
    pld_mechanism made = {.operations = &PIECES_OPERATIONS,
                          .pair = pieces,
                          .loss_infimum = any                 ? -INFINITY
                                          : pieces->still > 0 ? 0
                                                              : INFINITY,
                          .loss_supremum = any                 ? INFINITY
                                           : pieces->still > 0 ? 0
                                                               : -INFINITY,
                          .dropped = dropped + pieces->left_out, /* whole outcomes: a lower law may leave them out (T2 c) */
                          .no_lower = {dropped > 0, dropped > 0}};
    pieces->nodes = pld__allocate(2 * PLD__PIECE_NODES * pieces->count, sizeof *pieces->nodes);
    if (!pieces->nodes) {
        pld__pieces_free(pieces);
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < pieces->count; i++) {
        fill_piece(pieces, &pieces->piece[i], pieces->nodes + 2 * PLD__PIECE_NODES * i);
        widen(pieces, &pieces->piece[i], &made);
    }
    return pld__mechanism_create(&made, resolved, note, mechanism);
}
