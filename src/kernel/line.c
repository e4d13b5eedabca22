#include "kernel/line.h"

#include "base/base.h"
#include "base/normal.h"
#include "kernel/turned.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double INVERSE_ROOT_TURN = 0.398942280401432677939946059934381868L; /* 1/sqrt(2 pi) */
static const double LOG_ROOT_TURN = 0.91893853320467274178, PI_LOW = 3.14159265358979;

bool pld__kernel_lines_take(const pld__kernel_factor *factor) {
    return pld__kernel_is_mixture(factor) && factor->q.count == 1 && factor->q.mean[0] == 0 && factor->q.error[0] == 0 &&
           factor->ends.p_low >= 0;
}

void pld__kernel_lines_free(pld__kernel_lines *lines) {
    pld__free(lines->room);
    pld__free(lines->work);
    lines->room = NULL;
    lines->work = NULL;
    lines->sound = false;
}

/* --- what a soft cut keeps ------------------------------------------------------------------------------------------ */

/* The integral of phi(z + iu) over u from `from` to `to`, which are near each other: with c the middle and w = z + ic, phi(z +
 * iu) is phi(w) times the series e_n (u - c)^n, (n + 1) e_(n+1) = -i w e_n + e_(n-1). */
static void add_piece(long double z, long double from, long double to, long double *real, long double *imaginary) {
    enum { TERMS = 24 };
    long double half = (to - from) / 2, c = (to + from) / 2;
    long double before_re = 0, before_im = 0, re = 1, im = 0, sum_re = 0, sum_im = 0;
    for (int n = 0; n < TERMS; n++) { /* re + i im = e_n half^n */
        if (n % 2 == 0) {
            sum_re += re / (n + 1);
            sum_im += im / (n + 1);
        }
        /* -i (z + ic) = c - iz */
        long double next_re = half * (c * re + z * im + half * before_re) / (n + 1);
        long double next_im = half * (c * im - z * re + half * before_im) / (n + 1);
        before_re = re;
        before_im = im;
        re = next_re;
        im = next_im;
    }
    long double size = 2 * half * INVERSE_ROOT_TURN * expl((c - z) * (c + z) / 2), cosine = cosl(z * c), sine = -sinl(z * c);
    *real += size * (cosine * sum_re - sine * sum_im);
    *imaginary += size * (cosine * sum_im + sine * sum_re);
}

/* chi on each line at one node (T91): chi(x + iy) = chi(x) - i times the integral of phi((x - X)/v + iu) up to u = y/v. */
static void set_keep(pld__kernel_lines *lines, size_t n) {
    const pld__kernel_node *node = &lines->nodes->all[n];
    const pld__kernel_cut *cut = &lines->nodes->cut;
    bool none = cut->at == INFINITY;
    long double z = none ? 0 : (node->x - cut->at) / cut->softness, u = 0, keep = none ? 1 : expl(node->log_keep);
    long double real = 0, imaginary = 0, error = keep * (2 * node->keep_error + 8 * U * (1 + fabsl(node->log_keep)));
    if (z < 0) /* 1 - a tail, which is good to a share of itself */
        error = 2 * node->lost * node->keep_error + 8 * U * node->lost + 2 * U;
    error = none ? 0 : error;
    for (int i = 0; i < PLD__KERNEL_LINES; i++) {
        pld__kernel_line *line = &lines->line[i];
        line->keep_real[n] = keep;
        line->keep_imaginary[n] = 0;
        line->keep_error[n] = error;
        if (none || i == 0)
            continue;
        long double to = line->y / cut->softness;
        long double whole = to * INVERSE_ROOT_TURN * expl((to - z) * (to + z) / 2 + 1e-15L * (to * to + z * z)) * (1 + 1e-12L);
        if ((z < 0 && whole < 1e-24L) || fabsl(z) > 80 || to > 40) { /* (T78 b) */
            line->keep_error[n] += whole;
            continue;
        }
        long double length = fminl(2 / (fabsl(z) + to), 0.5L);
        size_t pieces = (size_t)ceill((to - u) / length);
        for (size_t j = 0; j < pieces; j++)
            add_piece(z, u + (to - u) * (long double)j / (long double)pieces,
                      u + (to - u) * (long double)(j + 1) / (long double)pieces, &real, &imaginary);
        u = to;
        line->keep_real[n] = keep + imaginary; /* -i (a + ib) = b - ia */
        line->keep_imaginary[n] = -real;
        line->keep_error[n] = error + (1e-16L + 8 * U * (1 + z * z + to * to)) * whole;
    }
}

/* log k of (T78), from above. */
static double log_majorant(const pld__kernel_nodes *nodes, const pld__kernel_node *node, long double y) {
    if (nodes->cut.at == INFINITY)
        return 0;
    long double eta = y / nodes->cut.softness, z = (node->x - nodes->cut.at) / nodes->cut.softness;
    long double more = eta > 0 ? logl(eta) + (eta - z) * (eta + z) / 2 + logl(INVERSE_ROOT_TURN) - node->log_keep : -INFINITY;
    long double grown = more > 40 ? more + 1e-15L : log1pl(expl(more));
    return (double)(node->log_keep + grown + 1e-12L + 1e-15L * (eta * eta + z * z + fabsl(node->log_keep)) +
                    2 * node->keep_error);
}

/* --- filling -------------------------------------------------------------------------------------------------------- */

static void set_node(pld__kernel_lines *lines, size_t n) {
    const pld__kernel_node *node = &lines->nodes->all[n];
    for (int i = 0; i < PLD__KERNEL_LINES; i++) {
        pld__kernel_line *line = &lines->line[i];
        pld__kernel_turned c = i > 0 ? pld__kernel_turned_at(&lines->factor->p, node->x, line->y) : (pld__kernel_turned){0};
        line->real[n] = node->p.log + c.log_size;
        line->imaginary[n] = c.angle;
        line->error[n] = node->p.log_error + c.log_error + c.angle_error + U * fabsl(line->real[n]);
        line->log_bell[n] = (double)((line->y - node->x) * (line->y + node->x) / 2) + log_majorant(lines->nodes, node, line->y);
        line->size[n] = (double)line->real[n];
        line->angle[n] = (double)line->imaginary[n];
        line->slack[n] = (double)line->error[n] + 4 * PLD__U * (fabs(line->size[n]) + fabs(line->angle[n]));
        lines->sound &= isfinite(line->real[n]) && line->error[n] < 1e-6L && isfinite(line->log_bell[n]);
    }
    set_keep(lines, n);
}

static void lay_out(pld__kernel_lines *lines, size_t count) {
    for (int i = 0; i < PLD__KERNEL_LINES; i++) {
        pld__kernel_line *line = &lines->line[i];
        long double **arrays[] = {&line->real,      &line->imaginary,      &line->error,
                                  &line->keep_real, &line->keep_imaginary, &line->keep_error};
        double **rough[] = {&line->log_bell, &line->size, &line->angle, &line->slack};
        for (size_t j = 0; j < 6; j++)
            *arrays[j] = lines->room + ((size_t)i * 6 + j) * count;
        for (size_t j = 0; j < 4; j++)
            *rough[j] = lines->work + ((size_t)i * 4 + j + 2) * count;
        line->y = (long double)i * lines->spacing;
    }
}

pld_status pld__kernel_lines_create(const pld__kernel_factor *factor, const pld__kernel_nodes *nodes, double spacing,
                                    pld__kernel_lines *lines) {
    *lines = (pld__kernel_lines){.factor = factor, .nodes = nodes, .spacing = spacing};
    size_t count = nodes->count;
    if (!nodes->sound || count < 2 || !(spacing > 0) || !pld__kernel_lines_take(factor) ||
        !pld__bound_cone(&factor->ends, (PLD__KERNEL_LINES - 1) * (long double)spacing))
        return PLD_OK;
    lines->room = pld__allocate(count * 6 * PLD__KERNEL_LINES, sizeof *lines->room);
    lines->work = pld__allocate(count * (4 * PLD__KERNEL_LINES + 2), sizeof *lines->work);
    if (!lines->room || !lines->work) {
        pld__kernel_lines_free(lines);
        return PLD_ERROR_MEMORY;
    }
    lay_out(lines, count);
    lines->sound = !(nodes->cut.at < INFINITY) || nodes->all[count - 1].x >= nodes->cut.at;
    for (size_t n = 0; n < count; n++)
        set_node(lines, n);
    for (int end = 0; end < 2; end++) {
        long double x = nodes->all[end == 0 ? 0 : count - 1].x;
        lines->mean_above[end] = pld__kernel_posterior_mean(&factor->p, x, 1);
        lines->mean_below[end] = pld__kernel_posterior_mean(&factor->p, x, -1);
    }
    return PLD_OK;
}

/* --- sizes ---------------------------------------------------------------------------------------------------------- */

/* log of a sum of e^work[n]. */
static double log_of_sum(const double *work, size_t count) {
    double top = -INFINITY, sum = 0;
    for (size_t n = 0; n < count; n++)
        top = work[n] > top ? work[n] : top; /* fmax is a call */
    for (size_t n = 0; n < count; n++)
        sum += work[n] > top - 45 ? exp(work[n] - top) : 0;
    return top + log(sum * (1 + 4 * PLD__U * (double)count) + 3e-20 * (double)count);
}

static double log_both(double a, double b) {
    double top = fmax(a, b);
    return top == -INFINITY || top == INFINITY ? top : top + log1p(exp(-fabs(a - b)));
}

/* -log(e^x - 1), from above. */
static double log_geometric(double x) {
    return x > 0 ? -x - log(-expm1(-x)) + 1e-14 : INFINITY;
}

/* log of |c|^(1 + theta) at most, anywhere on a line. */
static double log_cosine(const pld__kernel_lines *lines, double theta, double y) {
    double spread = (double)(lines->factor->ends.p_high - lines->factor->ends.p_low);
    return 1 + theta >= 0 ? 0 : (1 + theta) * log(cos(fabs(y) * spread / 2 * (1 + 1e-14))) * (1 + 1e-12) + 1e-12;
}

/* The same beyond an end: |c| is the mean of e^(iy(m_j - m)) for any m, and 1 less y times the mean of |m_j - m| at least. With m
 * the lowest or highest mean that falls outward. */
static double log_cosine_beyond(const pld__kernel_lines *lines, double theta, double y, int sign) {
    const pld__mean_ends *ends = &lines->factor->ends;
    double gap =
        (double)(sign > 0 ? ends->p_high - lines->mean_below[1] : lines->mean_above[0] - ends->p_low) * (1 + 1e-12) + 1e-18;
    double all = log_cosine(lines, theta, y);
    return 1 + theta >= 0 || !(y * gap < 0.5) ? all : fmin(all, (1 + theta) * log1p(-y * gap) * (1 + 1e-12) + 1e-12);
}

/* How fast f falls beyond an end (T75), for theta of both signs; not positive if it is not known to. */
static double fall(const pld__kernel_lines *lines, double theta, int sign) {
    const pld__kernel_nodes *nodes = lines->nodes;
    int end = sign > 0;
    long double x = nodes->all[end ? nodes->count - 1 : 0].x, rho = 1 + (long double)theta;
    long double mean = end ? lines->mean_above[1] : lines->mean_below[0];
    if (rho < 0) { /* rho times the posterior mean falls with x: it is at most its value here, beyond the upper end */
        long double bell = pld__bound_fall(&lines->factor->ends, -1, x, sign, 0, 0, nodes->cut.at, nodes->cut.softness);
        if (!(bell > 0)) /* nothing is known */
            return -1;
        return (double)(bell + (end ? -rho * lines->mean_below[1] : rho * lines->mean_above[0])) * (1 - 1e-12);
    }
    return (double)pld__bound_fall(&lines->factor->ends, theta, x, sign, mean, 0, nodes->cut.at, nodes->cut.softness) *
           (1 - 1e-12);
}

/* log of what nodes beyond the ends add to the sum of N. */
static double log_beyond(const pld__kernel_lines *lines, int number, double theta, double t) {
    int i = number < 0 ? -number : number;
    const pld__kernel_line *line = &lines->line[i], *first = &lines->line[0];
    size_t last = lines->nodes->count - 1;
    double step = (double)lines->nodes->step, rho = 1 + theta, y = (double)line->y;
    double left = fall(lines, theta, -1), right = fall(lines, theta, 1);
    if (!(left > 0 && right > 0))
        return INFINITY;
    double against = number < 0 ? t * y * (double)lines->factor->ends.p_high * (1 + 1e-12) : 0;
    /* The angle of r increases with x. */
    double along = number > 0 ? t * fmax(line->angle[last] - line->slack[last], 0) * (1 - 1e-12) : 0;
    double low =
        line->log_bell[0] + rho * first->size[0] + log_geometric(step * left) + against + log_cosine_beyond(lines, theta, y, -1);
    double high = line->log_bell[last] + rho * first->size[last] + log_geometric(step * right) + against - along +
                  log_cosine_beyond(lines, theta, y, 1);
    double slack = fabs(rho) * fmax(first->slack[0], first->slack[last]) +
                   1e-14 * (1 + fabs(low) + fabs(high) + along + fabs(rho * first->size[last]));
    return log_both(low, high) + slack + log(step) - LOG_ROOT_TURN;
}

double pld__kernel_line_log_sum(const pld__kernel_lines *lines, int number, double theta, double t) {
    int i = number < 0 ? -number : number;
    const pld__kernel_line *line = &lines->line[i];
    size_t count = lines->nodes->count;
    double rho = 1 + theta, turn = number < 0 ? t : -t, *work = lines->work, steep = fabs(rho) + t;
    for (size_t n = 0; n < count; n++) {
        double raised = rho * line->size[n], turned = turn * line->angle[n];
        work[n] = line->log_bell[n] + raised + turned + steep * line->slack[n] +
                  1e-15 * (fabs(line->log_bell[n]) + fabs(raised) + fabs(turned));
    }
    return log_of_sum(work, count) + log((double)lines->nodes->step) - LOG_ROOT_TURN + 1e-12;
}

double pld__kernel_line_log_whole(const pld__kernel_lines *lines, int number, double theta) {
    const pld__kernel_line *line = &lines->line[number < 0 ? -number : number], *first = &lines->line[0];
    double rho = 1 + theta, *work = lines->work, y = (double)line->y;
    size_t count = lines->nodes->count;
    for (size_t n = 0; n < count; n++)
        work[n] = line->log_bell[n] + rho * first->size[n] + fabs(rho) * first->slack[n] +
                  1e-15 * (fabs(line->log_bell[n]) + fabs(rho * first->size[n]));
    /* log_bell has the factor e^(y^2/2) */
    return log_of_sum(work, count) + log((double)lines->nodes->step) - LOG_ROOT_TURN + 1e-12 - y * y / 2;
}

/* log of J at most: its sum is off by a share of itself (T71). */
static double log_whole(const pld__kernel_lines *lines, int i, double theta) {
    const pld__kernel_line *line = &lines->line[i], *first = &lines->line[0];
    double y = (double)line->y, step = (double)lines->nodes->step, share = INFINITY, kappa = (double)lines->nodes->kappa;
    size_t count = lines->nodes->count;
    double sum = pld__kernel_line_log_whole(lines, i, theta);
    static const double parts[] = {0.95, 0.6, 0.35, 0.2, 0.1, 0.05};
    double spread = (double)(lines->factor->ends.p_high - lines->factor->ends.p_low), most = spread > 0 ? PI_LOW / spread : 1e3;
    for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++) {
        double b = parts[j] * fmin(most, 2 * PI_LOW / (step * kappa));
        if (pld__bound_cone(&lines->factor->ends, b))
            share = fmin(share, kappa * b * b / 2 + log_cosine(lines, theta, b) + log_geometric(2 * PI_LOW * b / step) + 0.6932);
    }
    if (!(share < -1))
        return INFINITY;
    double beyond = log_beyond(lines, 0, theta, 0) + line->log_bell[count - 1] - first->log_bell[count - 1] - y * y / 2;
    return log_both(sum, beyond) - log1p(-exp(share)) + 1e-12;
}

double pld__kernel_line_log_error(const pld__kernel_lines *lines, int number, double theta, double t, double step) {
    static const double parts[] = {1, 0.75, 0.5, 0.3, 0.15};
    int i = number < 0 ? -number : number;
    double y = (double)lines->line[i].y, kappa = (double)lines->nodes->kappa, error = INFINITY;
    double spread = (double)(lines->factor->ends.p_high - lines->factor->ends.p_low), high = (double)lines->factor->ends.p_high;
    double room = spread > 0 ? PI_LOW * (1 - 1e-8) / spread - y : 1e3;
    for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++) {
        double b = parts[j] * fmin(room, 2 * PI_LOW / (step * kappa));
        if (!(b > 0) || !pld__bound_cone(&lines->factor->ends, y + b))
            continue;
        double way = number < 0 ? fmax(2 * y, y + b) : fmax(b - y, 0); /* twice the real part of the angle, over high, at most */
        double found = (y * y + kappa * b * b) / 2 + log_cosine(lines, theta, y + b) + t * way * high / 2 * (1 + 1e-12) +
                       log_geometric(2 * PI_LOW * b / step) + 0.6932;
        error = fmin(error, found + 1e-13 * (fabs(found) + t * way * high));
    }
    return error;
}

double pld__kernel_line_log_size(const pld__kernel_lines *lines, int number, double theta, double t) {
    int i = number < 0 ? -number : number;
    if (!lines->sound || i >= PLD__KERNEL_LINES || !(t >= 0) || !isfinite(theta))
        return INFINITY;
    double error = pld__kernel_line_log_error(lines, number, theta, t, (double)lines->nodes->step);
    double sum = pld__kernel_line_log_sum(lines, number, theta, t), total = log_both(sum, log_beyond(lines, number, theta, t));
    total = log_both(total, log_whole(lines, i, theta) + error) + 1e-12;
    return isnan(total) ? INFINITY : total;
}

/* --- moments -------------------------------------------------------------------------------------------------------- */

/* The trapezoidal error of a sum on a line: by the lines above and below it (T90). */
static double log_quadrature(const pld__kernel_lines *lines, int number, double theta, double t) {
    double apart = PLD__KERNEL_GAP * (double)lines->spacing,
           falls = log_geometric(2 * PI_LOW * apart / (double)lines->nodes->step);
    return log_both(pld__kernel_line_log_size(lines, number + PLD__KERNEL_GAP, theta, t),
                    pld__kernel_line_log_size(lines, number - PLD__KERNEL_GAP, theta, t)) +
           falls + 1e-12;
}

/* What a sum carries along. */
typedef struct {
    long double real, imaginary, error, size;
} running;

static void add_node(const pld__kernel_lines *lines, const pld__kernel_line *line, size_t n, long double rho, long double off,
                     long double t, running *sum) {
    const pld__kernel_node *node = &lines->nodes->all[n];
    long double y = line->y, lift = (y - node->x) * (y + node->x) / 2, a = rho * line->real[n], b = t * line->imaginary[n];
    long double c = rho * line->imaginary[n], d = t * line->real[n], e = node->x * y, angle = c + d - e;
    long double grown = expl(lift + a - b), cosine = cosl(angle), sine = sinl(angle);
    long double kr = line->keep_real[n], ki = line->keep_imaginary[n], keep = fabsl(kr) + fabsl(ki);
    long double parts = fabsl(lift) + fabsl(a) + fabsl(b) + fabsl(c) + fabsl(d) + fabsl(e) + 4;
    long double relative =
        (fabsl(rho) + t) * line->error[n] + off * (fabsl(line->real[n]) + fabsl(line->imaginary[n])) + 6 * U * parts;
    sum->real += grown * (cosine * kr - sine * ki);
    sum->imaginary += grown * (cosine * ki + sine * kr);
    sum->error += grown * (relative < 0.1L ? 1.1L * relative * (keep + line->keep_error[n]) + line->keep_error[n] : INFINITY);
    sum->size += grown * keep;
}

/* Nodes beyond the ends and quadrature: both are log-convex in theta, which lies between two doubles. */
static double log_besides(const pld__kernel_lines *lines, int number, long double theta, double t) {
    double found = -INFINITY;
    for (int sign = -1; sign <= 1; sign += 2) {
        double near = nextafter((double)theta, sign > 0 ? HUGE_VAL : -HUGE_VAL);
        found = fmax(found, log_both(log_beyond(lines, number, near, t), log_quadrature(lines, number, near, t)));
    }
    return found + 1e-12;
}

pld__kernel_moment pld__kernel_line_moment(const pld__kernel_lines *lines, int number, long double theta, long double off,
                                           double t) {
    pld__kernel_moment found = {0, 0, INFINITY};
    enum { BLOCK = 32 };
    if (!lines->sound || number < 0 || number + PLD__KERNEL_GAP >= PLD__KERNEL_LINES)
        return found;
    const pld__kernel_line *line = &lines->line[number];
    size_t count = lines->nodes->count;
    double besides = log_besides(lines, number, theta, t);
    double whole = pld__kernel_line_log_sum(lines, number, (double)theta, t),
           floor = -INFINITY; /* which leaves log |f| in work */
    for (size_t n = 0; n < count; n++)
        floor = lines->work[n] > floor ? lines->work[n] : floor;
    floor -= 50;
    long double small = 0;
    running sum = {0};
    for (size_t start = 0; start < count; start += BLOCK) {
        running block = {0};
        for (size_t n = start; n < count && n < start + BLOCK; n++)
            if (lines->work[n] < floor)
                small += 1;
            else
                add_node(lines, line, n, 1 + theta, off, t, &block);
        sum.real += block.real;
        sum.imaginary += block.imaginary;
        sum.error += block.error;
        sum.size += block.size;
    }
    long double scale = lines->nodes->step * INVERSE_ROOT_TURN;
    long double error =
        sum.error + 2 * U * (BLOCK + 16 + (long double)(count / BLOCK)) * sum.size + small * expl((long double)floor + 1e-9L);
    found.real = sum.real * scale;
    found.imaginary = sum.imaginary * scale;
    found.error = error * scale * (1 + 1e-9L) + expl(besides);
    return isnan(found.error) || isnan(found.real) || isnan(found.imaginary) || isnan(whole)
               ? (pld__kernel_moment){0, 0, INFINITY}
               : found;
}

pld__kernel_log pld__kernel_line_log(const pld__kernel_moment *moment) {
    long double size = hypotl(moment->real, moment->imaginary), share = moment->error / size;
    pld__kernel_log found = {-INFINITY, 0, INFINITY, INFINITY};
    if (!(share < 0.5L))
        return found;
    found.real = logl(size);
    found.imaginary = atan2l(moment->imaginary, moment->real);
    found.error = -log1pl(-share) * (1 + 1e-9L) + 8 * U * (1 + fabsl(found.real));
    found.upper = found.real + found.error;
    return found;
}
