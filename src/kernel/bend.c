#include "kernel/bend.h"

#include "base/base.h"
#include "base/normal.h"
#include "base/work.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double PI_LOW = 3.14159265358979323L, HALF_TURN = 3.14159265358979323846264338327950288L;

void pld__kernel_bow_free(pld__kernel_bow *bow) {
    pld__free(bow->real);
    *bow = (pld__kernel_bow){0};
}

void pld__kernel_bent_free(pld__kernel_bent *bent) {
    pld__free(bent->log_size);
    *bent = (pld__kernel_bent){0};
}

/* --- the contour ---------------------------------------------------------------------------------------------------- */

static bool has_bits(double number, int bits) {
    int power;
    double scaled = ldexp(frexp(number, &power), bits);
    return scaled == floor(scaled);
}

/* 2 c d t_0^2/|t_0^2 + z^2|^2 at least, for z = tau + id' with |d'| <= d: what the bend takes of Im sigma, at most. */
static long double taken(const pld__kernel_bend *how, long double d, long double tau) {
    long double t0 = how->knee, near = (t0 - d) * (t0 - d) + tau * tau, far = (t0 + d) * (t0 + d) + tau * tau;
    return 2 * how->bend * d * t0 * t0 / (near * far) * (1 + 1e-15L);
}

/* The hypotheses of (T92): the sign of Im sigma is that of tau in all of both strips, and on tau = 0 there is no pole. */
static bool is_valid(const pld__kernel_bend *how) {
    double widest = fmax(how->left, how->right);
    if (!(how->theta > 0 && how->theta < 1e6 && how->bend >= 0 && how->bend < 1e7 && how->knee > 1e-6 && how->knee < 1e9 &&
          how->left > 1e-6 && how->right > 1e-6 && widest < 0.99 * how->knee && taken(how, widest, 0) < 0.99))
        return false;
    /* At z = id, -t_0 < d < t_0: sigma_0 - d - c d^2/(t_0^2 - d^2), which falls with d > 0. */
    double turn = how->bend * how->left * how->left / (how->knee * how->knee - how->left * how->left);
    bool between = how->reversed ? how->right < 0.999 * how->theta : (how->left + turn) < 0.999 * how->theta;
    return between && how->spacing > 1e-6 && how->spacing < 1e9 && has_bits(how->spacing, 24) && how->frequencies >= 2 &&
           how->frequencies <= 1 << 20 && how->lines > 0;
}

/* --- bounds over pieces --------------------------------------------------------------------------------------------- */

/* The line on which sizes at two points are least, from the one before. */
static int best_line(const pld__kernel_lines *lines, const double real[2], const double t[2], int start, int most) {
    int at = start < most ? start : most;
    double best = INFINITY;
    for (int turn = 0; turn < 2; turn++)
        for (int next = turn == 0 ? at : at + 1; next >= 0 && next <= most; next += turn == 0 ? -1 : 1) {
            double found = pld__kernel_line_log_sum(lines, next, real[0], fmax(t[0], 0));
            if (real[1] != real[0] || t[1] != t[0])
                found = fmax(found, pld__kernel_line_log_sum(lines, next, real[1], fmax(t[1], 0)));
            if (!(found < best))
                break;
            best = found;
            at = next;
        }
    return at;
}

/* Where nodes are too far apart to show a size on that line they may be good for one above it. */
static int shown_line(const pld__kernel_lines *lines, const double real[2], const double t[2], int line) {
    double best = INFINITY;
    int at = line;
    for (; line < PLD__KERNEL_LINES; line++) {
        double sum = pld__kernel_line_log_sum(lines, line, real[1], fmax(t[1], 0));
        double size = pld__kernel_line_log_size(lines, line, real[1], fmax(t[1], 0));
        if (!(size < best) && size < INFINITY)
            break;
        at = size < best ? line : at;
        best = fmin(best, size);
        if (size < sum + 0.01)
            break;
    }
    return at;
}

/* sigma at two places of a contour, between which it is within `around` of the straight way. */
typedef struct {
    long double real[2], t[2], around;
} stretch;

/* (T93): `log_more` is added to the log of the composed bound. */
static pld__kernel_piece bound_stretch(const pld__kernel_lines *lines, const stretch *over, long double log_more, int *line) {
    pld__kernel_piece piece;
    double real[4], t[4];
    for (int i = 0; i < 4; i++) {
        long double at = over->real[i % 2] + (i < 2 ? over->around : -over->around), up = over->t[i % 2] - over->around;
        real[i] = (double)at + (i < 2 ? 2 : -2) * PLD__U * fabs((double)at);
        t[i] = (double)up - 2 * PLD__U * fabs((double)up);
    }
    *line = shown_line(lines, real, t, best_line(lines, real, t, *line, PLD__KERNEL_LINES - 1 - PLD__KERNEL_GAP));
    for (int i = 0; i < 4; i++) {
        double log = pld__kernel_line_log_size(lines, t[i] < 0 ? -*line : *line, real[i], fabs(t[i]));
        piece.corner[i] = real[i];
        piece.log[i] = log + 1e-15L * fabsl((long double)log);
    }
    piece.more = log_more;
    return piece;
}

/* 1/|sigma + more| at most. */
static long double log_inverse(const stretch *over, int more) {
    long double from = fminl(over->real[0], over->real[1]) - over->around + more,
                to = fmaxl(over->real[0], over->real[1]) + over->around + more;
    long double near = from > 0 ? from : to < 0 ? -to : 0, t = fmaxl(over->t[0] - over->around, 0);
    return -logl(near * near + t * t) / 2 + 1e-12L;
}

/* sigma(tau + id), and a number that |t_0^2 + z^2| is not below from tau on. */
static long double place(const pld__kernel_bow *bow, long double tau, long double d, long double *real, long double *t) {
    long double t0 = bow->how.knee, re = t0 * t0 + tau * tau - d * d, im = 2 * tau * d;
    long double square = ((t0 - d) * (t0 - d) + tau * tau) * ((t0 + d) * (t0 + d) + tau * tau); /* re^2 + im^2 */
    *real = bow->start - d + bow->how.bend * (1 - t0 * t0 * re / square);
    *t = tau + bow->how.bend * t0 * t0 * im / square;
    return sqrtl(square) * (1 - 1e-15L);
}

/* The stretch tau in [begin, end] of the contour moved by d. |B'| = 2 c t_0^2 |z|/|t_0^2 + z^2|^2, |B''| <= 2 c t_0^2 (t_0^2 + 3
 * |z|^2)/|t_0^2 + z^2|^3, and a curve is within |B''| length^2/8 of its chord. */
static pld__kernel_piece bound_piece(const pld__kernel_bow *bow, const pld__kernel_lines *lines, long double d, long double begin,
                                     long double end, int *line) {
    const pld__kernel_bend *how = &bow->how;
    stretch over;
    long double least = place(bow, begin, d, &over.real[0], &over.t[0]), square = end * end + d * d, length = end - begin;
    (void)place(bow, end, d, &over.real[1], &over.t[1]);
    long double twice = 2 * how->bend * how->knee * how->knee, slope = twice * sqrtl(square) / (least * least);
    over.around = twice * ((long double)how->knee * how->knee + 3 * square) / (least * least * least) * length * length / 8;
    over.around = over.around * (1 + 1e-9L) + 1e-15L * (fabsl(bow->start) + how->bend + fabsl(d) + end);
    long double more = d == 0 ? how->spacing : 0; /* a sum, not an integral (T94) */
    long double log_more = log1pl(slope) + logl((length + more) / PI_LOW) + log_inverse(&over, 0) + log_inverse(&over, 1);
    return bound_stretch(lines, &over, log_more + 1e-9L, line);
}

/* All of tau >= begin >= 3 t_0: there c - B = c t_0^2/(t_0^2 + z^2) has a positive real part, and its modulus falls, as does
 * |z|/(|z|^2 - t_0^2)^2. */
static pld__kernel_piece bound_rest(const pld__kernel_bow *bow, const pld__kernel_lines *lines, long double d, long double begin,
                                    int *line) {
    const pld__kernel_bend *how = &bow->how;
    long double real, t, least = place(bow, begin, d, &real, &t), t0 = how->knee, square = begin * begin + d * d;
    long double kept = 1 - taken(how, fabsl(d), begin), around = how->bend * t0 * t0 / least * (1 + 1e-12L);
    long double slope = 2 * how->bend * t0 * t0 * sqrtl(square) / ((square - t0 * t0) * (square - t0 * t0));
    long double end = bow->start - d + how->bend;
    const stretch over = {
        {end - around, end}, {begin * kept, begin * kept}, 1e-15L * (begin + fabsl(bow->start) + how->bend + fabsl(d))};
    long double more = d == 0 ? log1pl(2 * (long double)how->spacing / begin) : 0; /* a sum, not an integral (T94) */
    /* The integral of 1/(kept tau)^2. */
    return bound_stretch(lines, &over, log1pl(slope) + more - logl(PI_LOW * begin) - 2 * logl(kept) + 1e-9L, line);
}

/* Side 0 is the contour moved to the left, 1 to the right, 2 what is dropped of the contour itself. */
static bool bound_side(pld__kernel_bow *bow, const pld__kernel_lines *lines, int side) {
    const pld__kernel_bend *how = &bow->how;
    long double last = (long double)how->frequencies * how->spacing, d = side == 2 ? 0 : side == 0 ? how->left : -how->right;
    long double end = fmaxl(2 * last, 3 * how->knee), first = fminl(fabsl(d), last) / 8, at = side == 2 ? last : 0;
    long double ratio = expl(fmaxl(logl(end / (side == 2 ? last : first)) / (PLD__KERNEL_PIECES - 4), 0.1L));
    size_t count = 0;
    int line = side == 2 ? PLD__KERNEL_LINES / 2 : 0;
    while (count < PLD__KERNEL_PIECES - 1 && at < end) {
        long double next = at == 0 ? first : at * ratio;
        bow->pieces.of[side][count++] = bound_piece(bow, lines, d, at, next, &line);
        at = next;
    }
    bow->pieces.of[side][count++] = bound_rest(bow, lines, d, at, &line);
    bow->pieces.count[side] = count;
    return at >= end;
}

/* --- terms ---------------------------------------------------------------------------------------------------------- */

static bool set_term(pld__kernel_bow *bow, const pld__kernel_lines *lines, size_t k, int *line) {
    const pld__kernel_bend *how = &bow->how;
    long double t = (long double)k * how->spacing, t0 = how->knee, whole = t0 * t0 + t * t;
    long double bend = how->bend * t * t / whole, slope = 2 * how->bend * t * (t0 / whole) * (t0 / whole);
    long double real = bow->start + bend, off = bow->off * (fabsl(bow->start) + bend);
    *line = best_line(lines, (double[2]){(double)real, (double)real}, (double[2]){(double)t, (double)t}, *line,
                      PLD__KERNEL_LINES - 1 - PLD__KERNEL_GAP);
    pld__kernel_moment moment = pld__kernel_line_moment(lines, *line, real, off, (double)t);
    pld__kernel_log log = pld__kernel_line_log(&moment);
    long double near = hypotl(real, t), far = hypotl(real + 1, t);
    bow->real[k] = real;
    bow->size[k] = log.real;
    bow->angle[k] = log.imaginary;
    bow->error[k] = log.error + 4 * U * (fabsl(log.real) + fabsl(log.imaginary));
    bow->more[k] = -logl(near) - logl(far) + log1pl(slope * slope) / 2 + (k > 0 ? logl(2) : 0);
    bow->turn[k] = -atan2l(t, real) - atan2l(t, real + 1) - atanl(slope);
    bow->more_error[k] = 2 * off * (1 / near + 1 / far);
    return log.error < 0.5L && isfinite(log.real);
}

/* What a term costs beside its own line: the best one is looked for. */
enum { LINES_LOOKED_AT = 6 };

static bool fill(const pld__kernel_lines *lines, pld__kernel_bow *bow, pld_status *status) {
    int line = 0;
    bow->off = 8 * U;
    if (!lines->sound)
        return false;
    for (size_t k = 0; k < bow->count; k++) {
        *status = pld__work_on(LINES_LOOKED_AT * (double)lines->nodes->count);
        if (*status != PLD_OK || !set_term(bow, lines, k, &line))
            return false;
    }
    return bound_side(bow, lines, 2) && bound_side(bow, lines, 0) && bound_side(bow, lines, 1);
}

/* The mass of the first of both laws that the cut does not keep, in one step. */
static long double mass_lost(const pld__kernel_nodes *nodes, bool reversed) {
    const pld__kernel_cut *cut = &nodes->cut;
    if (cut->at == INFINITY)
        return 0;
    long double away = cut->at / sqrtl(1 + (long double)cut->softness * cut->softness);
    long double bell = pld__normal_tail(away - 1e-15L * (1 + fabsl(away))) * (1 + 1e-9L) + 1e-4900L;
    return (reversed ? bell : nodes->lost) * (1 + 1e-12L);
}

pld_status pld__kernel_bow_create(const pld__kernel_factor *factor, const pld__kernel_bend *how, pld__kernel_bow *bow) {
    *bow = (pld__kernel_bow){.how = *how, .start = how->reversed ? -1 - (long double)how->theta : how->theta};
    if (!is_valid(how) || !pld__kernel_lines_take(factor))
        return PLD_OK;
    pld__kernel_nodes nodes;
    pld__kernel_lines lines = {0};
    bow->count = how->frequencies + 1;
    long double *room = pld__allocate(7 * bow->count, sizeof *room);
    if (!room)
        return PLD_ERROR_MEMORY;
    long double **lists[] = {&bow->real, &bow->size, &bow->angle, &bow->error, &bow->more, &bow->turn, &bow->more_error};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        *lists[i] = room + i * bow->count;
    const pld__kernel_grid *grid = &how->grid;
    pld_status status = pld__kernel_nodes_create(factor, grid->step, grid->first, grid->last, grid->cut, &nodes);
    if (status == PLD_OK)
        status = pld__kernel_lines_create(factor, &nodes, how->lines, &lines);
    if (status == PLD_OK) {
        bow->lost = mass_lost(&nodes, how->reversed);
        bow->usable = fill(&lines, bow, &status);
    }
    pld__kernel_lines_free(&lines);
    pld__kernel_nodes_free(&nodes);
    return status;
}

/* --- so many steps (T120) ------------------------------------------------------------------------------------------- */

static bool compose_term(const pld__kernel_bow *bow, long double count, size_t k, pld__kernel_bent *bent) {
    bent->real[k] = bow->real[k];
    bent->log_size[k] = count * bow->size[k] + bow->more[k];
    bent->angle[k] = count * bow->angle[k] + bow->turn[k];
    long double error =
        count * bow->error[k] + 64 * U * (1 + fabsl(bent->log_size[k]) + fabsl(bent->angle[k])) + bow->more_error[k];
    bent->error[k] = expm1l(error);
    return bent->error[k] < 0.5L && isfinite(bent->log_size[k]) && isfinite(bent->angle[k]);
}

static void compose_pieces(const pld__kernel_bow *bow, long double count, pld__kernel_bent *bent) {
    for (int side = 0; side < 3; side++) {
        bent->pieces.count[side] = bow->pieces.count[side];
        for (size_t j = 0; j < bow->pieces.count[side]; j++) {
            const pld__kernel_piece *one = &bow->pieces.of[side][j];
            pld__kernel_piece *all = &bent->pieces.of[side][j];
            for (int i = 0; i < 4; i++) {
                all->corner[i] = one->corner[i];
                all->log[i] = count * one->log[i] + one->more;
            }
        }
    }
}

pld_status pld__kernel_bent_create(const pld__kernel_bow *bow, long double count, pld__kernel_bent *bent) {
    bent->count = bow->count;
    bent->usable = false;
    bent->how = bow->how;
    bent->start = bow->start;
    bent->off = bow->off;
    bent->lost = count * bow->lost * (1 + 1e-12L);
    bent->log_size = NULL;
    if (!bow->usable)
        return PLD_OK;
    bent->log_size = pld__allocate(4 * bow->count, sizeof *bent->log_size);
    if (!bent->log_size)
        return PLD_ERROR_MEMORY;
    bent->angle = bent->log_size + bow->count;
    bent->error = bent->angle + bow->count;
    bent->real = bent->error + bow->count;
    bent->usable = true;
    for (size_t k = 0; k < bow->count && bent->usable; k++)
        bent->usable = compose_term(bow, count, k, bent);
    bent->scale = bent->log_size[0];
    compose_pieces(bow, count, bent);
    return PLD_OK;
}

/* --- delta ---------------------------------------------------------------------------------------------------------- */

/* The bound of a piece at an epsilon, over e^reference. */
static long double piece_at(const pld__kernel_piece *piece, long double turn, long double reference) {
    long double top = -INFINITY;
    for (int i = 0; i < 4; i++)
        top = fmaxl(top, piece->log[i] - turn * piece->corner[i] + 1e-15L * fabsl(turn * piece->corner[i]));
    return expl(top - reference + 1e-9L);
}

/* log(e^x + lost), from above. */
static long double with_lost(long double x, long double lost) {
    return lost > 0 ? x + log1pl(expl(logl(lost) - x) * (1 + 1e-12L)) + 4 * U * fabsl(x) : x;
}

pld__kernel_bounds pld__kernel_bent_log_delta(const pld__kernel_bent *bent, double epsilon) {
    pld__kernel_bounds found = {.log_delta = {-INFINITY, 0}, .value = -INFINITY};
    const pld__kernel_bend *how = &bent->how;
    if (!bent->usable)
        return found;
    /* e^(-s epsilon) = e^(more - turn sigma). */
    long double turn = how->reversed ? -(long double)epsilon : epsilon, more = how->reversed ? epsilon : 0;
    long double start = bent->real[0], total = 0, known = 0, rounded = 0;
    for (size_t k = 0; k < bent->count; k++) {
        long double t = (long double)k * how->spacing, away = turn * (bent->real[k] - start);
        long double size = expl(bent->log_size[k] - bent->scale - away), angle = bent->angle[k] - turn * t;
        total += size * cosl(angle);
        known += size * bent->error[k];
        rounded += size * (U * (8 * (fabsl(bent->angle[k]) + fabsl(turn * t) + fabsl(away) + fabsl(bent->log_size[k]) + 16) +
                                (long double)bent->count) +
                           bent->off * (fabsl(start) + how->bend) * fabsl(turn));
    }
    long double reference = bent->scale - turn * start, scale = how->spacing / (2 * HALF_TURN), aliases = 0, dropped = 0;
    for (int side = 0; side < 2; side++) {
        long double sum = 0, falls = 2 * PI_LOW * (side == 0 ? how->left : how->right) / how->spacing;
        for (size_t j = 0; j < bent->pieces.count[side]; j++)
            sum += piece_at(&bent->pieces.of[side][j], turn, reference);
        aliases += sum / expm1l(falls) * (1 + 1e-9L);
    }
    for (size_t j = 0; j < bent->pieces.count[2]; j++)
        dropped += piece_at(&bent->pieces.of[2][j], turn, reference) * (1 + 1e-9L);
    long double value = total * scale;
    long double error = (known + rounded) * scale * (1 + 1e-9L) + dropped + aliases;
    long double base = reference + more, base_error = 16 * U * (fabsl(bent->scale) + fabsl(turn * start) + fabsl(more) + 16);
    if (isnan(value) || isnan(error))
        return found;
    found.value = value > 0 ? base + logl(value) : -INFINITY;
    if (value + error > 0)
        found.log_delta.upper = fminl(with_lost(base + logl(value + error) + base_error, bent->lost), 0);
    if (value - error > 0)
        found.log_delta.lower = base + logl(value - error) - base_error;
    found.terms = (double)(known * scale / value);
    found.dropped = (double)(dropped / value);
    found.rounded = (double)(rounded * scale / value);
    found.aliases = (double)(aliases / value);
    found.lost = bent->lost > 0 ? (double)(expl(logl(bent->lost) - base) / value) : 0;
    return found;
}
