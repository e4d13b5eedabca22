#include "kernel/blend.h"

#include "base/base.h"
#include "bound/blend.h"

#include <math.h>

static const long double U = PLD__KERNEL_U, HALF_TURN = 3.14159265358979323846264338327950288L;

/* Means are good to so many units, relative. */
static const long double MEAN_UNITS = 8, NODE_UNITS = 32;

/* Which of the two is not 0. */
static size_t moved_place(const pld__kernel_list *list) {
    return list->mean[0] == 0 ? 1 : 0;
}

/* The list that has two means, or NULL. */
static const pld__kernel_list *sampled_list(const pld__kernel_factor *factor) {
    const pld__kernel_list *p = &factor->p, *q = &factor->q;
    const pld__kernel_list *two = p->count == 2 ? p : q, *one = p->count == 2 ? q : p;
    bool fits = pld__kernel_is_mixture(factor) && two->count == 2 && one->count == 1 && one->mean[0] == 0 && one->error[0] == 0 &&
                (two->mean[0] == 0) != (two->mean[1] == 0) && factor->ends.p_low >= factor->ends.q_high;
    size_t moved = moved_place(two);
    return fits && two->error[moved] <= MEAN_UNITS * U * fabsl(two->mean[moved]) ? two : NULL;
}

bool pld__kernel_blend_takes(const pld__kernel_factor *factor) {
    return sampled_list(factor) != NULL;
}

long double pld__kernel_blend_square(const pld__kernel_factor *factor) {
    const pld__kernel_list *list = sampled_list(factor);
    long double mean = list ? list->mean[moved_place(list)] : 0;
    return mean * mean;
}

bool pld__kernel_blend_alike(const pld__kernel_factor *a, const pld__kernel_factor *b) {
    const pld__kernel_list *left = sampled_list(a), *right = sampled_list(b);
    return left && right && (left == &a->p) == (right == &b->p) && left->weight[0] == right->weight[0] &&
           left->weight[1] == right->weight[1] && left->weight_error == right->weight_error &&
           moved_place(left) == moved_place(right);
}

/* --- the factors ---------------------------------------------------------------------------------------------------- */

static long double centre_of(const pld__kernel_blend *blend) {
    return ((long double)blend->low + blend->high) / 2;
}

static long double half_width_of(const pld__kernel_blend *blend) {
    return ((long double)blend->high - blend->low) / 2;
}

void pld__kernel_blended_start(const pld__kernel_blend *blend, pld__kernel_blended *blended) {
    *blended = (pld__kernel_blended){.blend = blend};
    blended->sound = blend->low > 0 && blend->high >= blend->low * (1 + 1e-9) && blend->high <= 4 * blend->low &&
                     blend->high < 1e3 && blend->nodes >= 1 && blend->nodes <= PLD__KERNEL_BLEND_NODES && blend->turn > 0 &&
                     blend->grid.panels.count == 0 && blend->grid.cut.at == INFINITY;
}

void pld__kernel_blended_add(pld__kernel_blended *blended, const pld__kernel_factor *factor) {
    const pld__kernel_blend *blend = blended->blend;
    if (blended->members == 0)
        blended->first = *factor;
    long double square = pld__kernel_blend_square(factor);
    blended->sound &= pld__kernel_blend_alike(&blended->first, factor) && square >= blend->low * (1 + 1e-15L) &&
                      square <= blend->high * (1 - 1e-15L) && factor->count >= 0;
    if (!blended->sound)
        return;
    long double x = fmaxl(fminl((square - centre_of(blend)) / half_width_of(blend), 1), -1), before = 1, now = x;
    blended->sums[0] += factor->count;
    for (size_t k = 1; k < blend->nodes; k++) {
        blended->sums[k] += factor->count * now;
        long double next = 2 * x * now - before;
        before = now;
        now = next;
    }
    blended->count += factor->count;
    blended->members++;
}

/* --- the rows ------------------------------------------------------------------------------------------------------- */

/* W_j (T118), and how far it may be off. x of a factor is off by 17 u v/w + 2 u, its k-th polynomial by k^2 times that and 2 k^2
 * u (roundings of the recurrence, 4 u each, add up times polynomials of the second kind, at most their number), sums by u for
 * each member, and a cosine by 24 u. */
typedef struct {
    long double weight, error;
} share;

static share share_of(const pld__kernel_blended *blended, size_t j) {
    const pld__kernel_blend *blend = blended->blend;
    long double n = (long double)blend->nodes, sum = blended->sums[0], off = 0;
    long double moved = 40 * U * blend->high / half_width_of(blend);
    for (size_t k = 1; k < blend->nodes; k++) {
        size_t place = k * (2 * j + 1) % (4 * blend->nodes);
        long double square = (long double)(k * k);
        sum += 2 * blended->sums[k] * cosl(HALF_TURN * (long double)place / (2 * n));
        off += 2 * (square * (moved + 2 * U) + ((long double)blended->members + 32) * U);
    }
    return (share){sum / n, blended->count * (off + (2 * n * (n + 1) + (long double)blended->members + 8) * U) / n * (1 + 1e-9L)};
}

/* The first factor with another mean. A node is c + w times a cosine that is good to 24 u, and at least c/4 >= w/3. */
static void set_mean(const pld__kernel_blended *blended, long double square, pld__kernel_factor *factor) {
    *factor = blended->first;
    factor->count = 1;
    pld__kernel_list *list = sampled_list(factor) == &factor->p ? &factor->p : &factor->q;
    size_t at = moved_place(list);
    long double mean = copysignl(sqrtl(square), list->mean[at]), error = NODE_UNITS * U * fabsl(mean);
    list->mean[at] = mean;
    list->error[at] = error;
    list->low = fminl(mean - error, 0);
    list->high = fmaxl(mean + error, 0);
    factor->ends = (pld__mean_ends){factor->p.low, factor->p.high, factor->q.low, factor->q.high};
}

/* Discs that are tried, and M - 1 at the far end of each, from above, at theta and at lambda. */
enum { DISCS = 4 };
static const long double REACH[DISCS] = {0.6L, 0.4L, 0.25L, 0.12L};

typedef struct {
    long double theta[DISCS], lambda[DISCS], rest[DISCS];
} discs;

static pld_status look_around(const pld__kernel_blended *blended, const pld__kernel_axis *axis, discs *found) {
    const pld__kernel_grid *grid = &blended->blend->grid;
    for (size_t i = 0; i < DISCS; i++) {
        pld__kernel_factor factor;
        pld__kernel_nodes nodes;
        pld__kernel_tilted tilted;
        set_mean(blended, centre_of(blended->blend) * (1 + REACH[i]) * (1 + 1e-15L), &factor);
        pld_status status = pld__kernel_nodes_create(&factor, grid->step, grid->first, grid->last, grid->cut, &nodes);
        if (status != PLD_OK)
            return status;
        pld__kernel_tilt(&factor, &nodes, axis->theta, &tilted);
        found->theta[i] = tilted.moment_upper < INFINITY ? fmaxl(tilted.excess_upper, 0) : INFINITY;
        pld__kernel_tilt(&factor, &nodes, axis->lambda, &tilted);
        found->lambda[i] = tilted.moment_upper < INFINITY ? fmaxl(tilted.excess_upper, 0) : INFINITY;
        found->rest[i] = pld__bound_blend_rest(centre_of(blended->blend), half_width_of(blended->blend), REACH[i],
                                               (unsigned)blended->blend->nodes);
        pld__kernel_nodes_free(&nodes);
    }
    return PLD_OK;
}

/* (T117) for log M at theta + it, by the best disc. */
static long double log_rest(const pld__kernel_blend *blend, const discs *around, const long double *excess, long double theta,
                            long double t) {
    long double best = INFINITY;
    for (size_t i = 0; i < DISCS; i++) {
        long double away = pld__bound_blend_moment(centre_of(blend), REACH[i], theta, t, excess[i]);
        best = fminl(best, pld__bound_blend_log(away) * around->rest[i]);
    }
    return best;
}

/* And for I. */
static long double decay_rest(const pld__kernel_blended *blended, const discs *around, long double theta) {
    const pld__kernel_blend *blend = blended->blend;
    bool remove = sampled_list(&blended->first) == &blended->first.p;
    long double best = INFINITY;
    for (size_t i = 0; i < DISCS; i++)
        best = fminl(best, pld__bound_blend_decay(centre_of(blend), REACH[i], theta, blend->turn, remove, around->theta[i]) *
                               around->rest[i]);
    return best;
}

/* A number times its share, with what both are off by. */
typedef struct {
    long double value, error;
} tally;

static void add_shared(long double value, long double error, const share *of, tally *sum) {
    sum->value += of->weight * value;
    sum->error +=
        fabsl(of->weight) * (error + (PLD__KERNEL_BLEND_NODES + 8) * U * fabsl(value)) + of->error * (fabsl(value) + error);
}

/* What one row tells of all: logs into row, and the tallies of M(lambda) and I. */
static void add_row(const pld__kernel_row *one, const share *of, pld__kernel_row *row, tally *lambda, tally *behind) {
    for (size_t k = 0; k <= row->axis.last; k++) {
        const pld__kernel_log *log = &one->log[k];
        pld__kernel_log *all = &row->log[k];
        tally real = {all->real, all->error}, imaginary = {all->imaginary, 0};
        add_shared(log->real, log->error, of, &real);
        add_shared(log->imaginary, 0, of, &imaginary);
        *all = (pld__kernel_log){real.value, imaginary.value, real.error + imaginary.error, 0};
    }
    add_shared(one->lambda.real, one->lambda.error, of, lambda);
    add_shared(one->behind.value, one->behind.error, of, behind);
}

/* The contour of row j is moved by b over its mean, good to 2^-50: I moves by that times b (b/v + (1 + theta + t)/cos(b/2)). */
static long double turn_error(const pld__kernel_blend *blend, const pld__kernel_axis *axis, const pld__kernel_row *one) {
    long double b = blend->turn, t = (long double)axis->last * axis->spacing;
    long double slope = b * (b / blend->low + (1 + axis->theta + t) / cosl(b / 2));
    return b < 3.1L ? expm1l(0x1p-49L * slope) * (1 + fabsl(one->behind.value) + one->behind.error) : INFINITY;
}

static pld_status add_rows(const pld__kernel_blended *blended, pld__kernel_row *row, tally *lambda, tally *behind) {
    const pld__kernel_blend *blend = blended->blend;
    pld_status status = PLD_OK;
    for (size_t j = 0; j < blend->nodes && row->known && status == PLD_OK; j++) {
        share of = share_of(blended, j);
        pld__kernel_factor factor;
        pld__kernel_row one;
        pld__kernel_grid grid = blend->grid;
        long double angle = HALF_TURN * (long double)(2 * j + 1) / (2 * (long double)blend->nodes),
                    square = centre_of(blend) + half_width_of(blend) * cosl(angle);
        set_mean(blended, square, &factor);
        grid.shift = (double)(blend->turn / sqrtl(square));
        status = pld__kernel_row_create(&factor, &grid, &row->axis, &one);
        if (status != PLD_OK)
            break;
        row->known = one.known;
        one.behind.error += turn_error(blend, &row->axis, &one);
        if (one.known)
            add_row(&one, &of, row, lambda, behind);
        pld__kernel_row_free(&one);
    }
    return status;
}

/* What the polynomials leave, and the logs of bounds. */
static void finish(const pld__kernel_blended *blended, const discs *around, const tally *lambda, const tally *behind,
                   pld__kernel_row *row) {
    const pld__kernel_axis *axis = &row->axis;
    long double count = blended->count * (1 + (long double)blended->members * 2 * U),
                parts = 4 * U * (long double)blended->blend->nodes;
    for (size_t k = 0; k <= axis->last && row->known; k++) {
        pld__kernel_log *log = &row->log[k];
        log->error += count * log_rest(blended->blend, around, around->theta, axis->theta, (long double)k * axis->spacing);
        log->error += parts * (fabsl(log->real) + fabsl(log->imaginary) + log->error);
        log->upper = log->real + log->error;
        row->known = log->error < INFINITY;
    }
    row->log_lambda = lambda->value +
                      (lambda->error + count * log_rest(blended->blend, around, around->lambda, axis->lambda, 0)) * (1 + parts) +
                      parts * fabsl(lambda->value);
    row->log_behind = fminl(behind->value + (behind->error + count * decay_rest(blended, around, axis->theta)) * (1 + parts) +
                                parts * fabsl(behind->value),
                            row->log[0].upper); /* |M(s)| <= M(theta) */
    row->known &= !isnan(row->log_lambda) && !isnan(row->log_behind);
}

pld_status pld__kernel_blended_row(const pld__kernel_blended *blended, const pld__kernel_axis *axis, pld__kernel_row *row) {
    *row = (pld__kernel_row){.axis = *axis, .log_behind = INFINITY, .log_lambda = INFINITY};
    row->log = pld__allocate(axis->last + 1, sizeof *row->log);
    if (!row->log)
        return PLD_ERROR_MEMORY;
    if (!blended->sound || blended->members == 0)
        return PLD_OK;
    for (size_t k = 0; k <= axis->last; k++)
        row->log[k] = (pld__kernel_log){0};
    tally lambda = {0}, behind = {0};
    discs around;
    row->known = true;
    pld_status status = look_around(blended, axis, &around);
    if (status == PLD_OK)
        status = add_rows(blended, row, &lambda, &behind);
    if (status == PLD_OK && row->known)
        finish(blended, &around, &lambda, &behind, row);
    if (status != PLD_OK)
        pld__kernel_row_free(row);
    return status;
}
