/* Sampled Laplace steps by Fejer's rule (T55). */
#include "kernel/laplace.h"

#include "base/base.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double HALF_TURN = 3.14159265358979323846264338327950288L;

/* The most nodes of a panel; where one has many, whose weights at its ends are known the worse, there are more panels. */
enum { PANEL_NODES = 1 << 14, PANEL_MANY = 400 };

/* About how long panels are, in x. */
static const long double PANEL_LENGTH = 1;

/* --- the rule ------------------------------------------------------------------------------------------------------- */

/* n/2 times the weight of node k on (-1, 1): 1 - 2 sum over m of cos(2 m phi_k)/(4 m^2 - 1), phi_k = (2k + 1) pi/2n.
 * The cosines, of j pi/n for j = 0 .. 2n - 1, are good to 24 u and the sum to (n + 24) u. */
static long double scaled_weight(const long double *cosine, size_t count, size_t k) {
    long double sum = 0;
    for (size_t m = count / 2; m >= 1; m--)
        sum += cosine[m * (2 * k + 1) % (2 * count)] / (4 * (long double)m * (long double)m - 1);
    return 1 - 2 * sum;
}

/* --- nodes ---------------------------------------------------------------------------------------------------------- */

/* Q-mass `bell` at x, which is off by at most `off`. */
static pld__kernel_node node_at(const pld__kernel_laplace *laplace, long double x, long double off, long double bell) {
    long double rate = laplace->rate, grown = expm1l(x);
    pld__kernel_value sampled = {.y = rate * grown, .y_error = rate * (12 * U * fabsl(grown) + 2 * (1 + grown) * off)};
    if (!(sampled.y > -0.5L)) { /* 1 - rate is exact then, or rate is 1 */
        sampled.log = rate == 1 ? x : logl((1 - rate) + rate * expl(x));
        sampled.log_error = 16 * U * (1 + fabsl(sampled.log)) + 2 * off;
    }
    pld__kernel_value_finish(&sampled);
    const pld__kernel_value other = {.small = true};
    pld__kernel_node node = {.x = x, .bell = bell, .log_bell = logl(bell)};
    node.p = laplace->mixture_first ? sampled : other;
    node.q = laplace->mixture_first ? other : sampled;
    node.loss = node.p.log - node.q.log;
    node.loss_error = sampled.log_error;
    return node;
}

/* The rule on panel i of `panels`: x is good to 20 u r, its density to that and 32 u, a weight to (n + 24) u over n/2 times
 * itself, which is returned at its worst. */
static long double fill_panel(const pld__kernel_laplace *laplace, size_t i, size_t panels, size_t count,
                              const long double *cosine, pld__kernel_node *all) {
    long double r = laplace->ratio, half = r / (long double)panels, middle = -r + (long double)(2 * i + 1) * half, worst = 0;
    for (size_t k = 0; k < count; k++) {
        long double weight = scaled_weight(cosine, count, k);
        long double x = middle + half * cosl(HALF_TURN * (long double)(2 * k + 1) / (2 * (long double)count));
        all[k] = node_at(laplace, x, 20 * U * r, half / (2 * (long double)count) * weight * expl(-(r + x) / 2));
        worst = fmaxl(worst, weight > 0 ? ((long double)count + 32) / weight : INFINITY);
    }
    return worst;
}

static pld_status fill(const pld__kernel_laplace *laplace, const pld__kernel_panels *panels, pld__kernel_nodes *nodes) {
    long double r = laplace->ratio, *cosine = pld__allocate(2 * PANEL_NODES, sizeof *cosine);
    if (!cosine)
        return PLD_ERROR_MEMORY;
    nodes->all[0] = node_at(laplace, -r, 2 * U * r, 0.5L);
    nodes->all[1] = node_at(laplace, r, 2 * U * r, expl(-r) / 2);
    size_t done = 2;
    long double worst = 0;
    for (size_t i = 0; i < panels->count; done += panels->nodes[i], i++) {
        size_t count = panels->nodes[i];
        for (size_t j = 0; j < 2 * count; j++)
            cosine[j] = cosl(HALF_TURN * (long double)j / (long double)count);
        worst = fmaxl(worst, fill_panel(laplace, i, panels->count, count, cosine, nodes->all + done));
    }
    pld__free(cosine);
    nodes->weight_units = 96 + 48 * r + worst;
    nodes->sound = worst < 1e6L;
    for (size_t i = 0; i < nodes->count; i++)
        nodes->sound &= pld__kernel_node_is_sound(&nodes->all[i]);
    return PLD_OK;
}

pld_status pld__kernel_laplace_nodes(const pld__kernel_laplace *laplace, const pld__kernel_panels *panels,
                                     pld__kernel_nodes *nodes) {
    *nodes = (pld__kernel_nodes){.cut = {INFINITY, 1}, .kappa = 1, .scale = 1, .panels = *panels};
    size_t count = 2;
    if (!(laplace->ratio > 0) || panels->count < 1 || panels->count > PLD__KERNEL_PANELS)
        return PLD_OK;
    for (size_t i = 0; i < panels->count; count += panels->nodes[i], i++)
        if (panels->nodes[i] < 2 || panels->nodes[i] > PANEL_NODES)
            return PLD_OK;
    nodes->all = pld__allocate(count, sizeof *nodes->all);
    if (!nodes->all)
        return PLD_ERROR_MEMORY;
    nodes->count = count;
    pld_status status = fill(laplace, panels, nodes);
    if (status != PLD_OK)
        pld__kernel_nodes_free(nodes);
    return status;
}

/* --- how far it is off ---------------------------------------------------------------------------------------------- */

/* A stretch of x, and where it is asked about. */
typedef struct {
    const pld__kernel_laplace *laplace;
    long double middle, half, theta, t;
} stretch;

/* log of the bound for the ellipse whose smaller half axis is B <= pi/2, without what n nodes take off it, and log rho. */
static long double log_bound(const stretch *at, long double b, long double *log_rho) {
    long double r = at->laplace->ratio, rate = at->laplace->rate, theta = at->theta, t = at->t, c = b / at->half;
    long double left = at->middle - at->half * sqrtl(1 + c * c), right = at->middle + at->half * sqrtl(1 + c * c);
    *log_rho = log1pl(c + c * c / (1 + sqrtl(1 + c * c)));
    long double most = fmaxl(expm1l(right), 1 - expl(left) * cosl(b)) + expl(right) * sinl(b); /* |e^z - 1| */
    long double high = fmaxl(1 + rate * expm1l(right), 1), low = cosl(b / 2) * fminl(1 + rate * expm1l(left), 1);
    long double power = at->laplace->mixture_first ? theta - 1 : -theta - 2;
    long double tilted = power * logl(power > 0 ? high : low);
    long double angle = atan2l(rate * expl(right) * sinl(b), 1 - rate + rate * expl(right) * cosl(b));
    long double second = logl((theta + t) * (1 + theta + t) / 2) + 2 * logl(rate * most);
    long double constant = logl(4 * at->half / 3) - logl(-expm1l(-*log_rho)); /* (16/3)/4 */
    long double total = second + tilted + t * angle - (r + left) / 2 + constant;
    long double sizes = fabsl(second) + fabsl(tilted) + t * angle + fabsl(r + left) + fabsl(constant);
    return low > 0 && angle >= 0 && rate < 1 ? total + 1e-15L * (1 + sizes) : INFINITY;
}

static const long double AXES[] = {1.5L, 1.2L, 0.9L, 0.65L, 0.45L, 0.3L, 0.2L, 0.12L, 0.07L, 0.04L, 0.02L};
enum { AXIS_COUNT = sizeof AXES / sizeof AXES[0] };

static stretch stretch_of(const pld__kernel_laplace *laplace, size_t i, size_t panels, long double theta, long double t) {
    long double half = laplace->ratio / (long double)panels;
    return (stretch){laplace, -laplace->ratio + (long double)(2 * i + 1) * half, half * (1 + 1e-15L), theta, t};
}

long double pld__kernel_laplace_quadrature(const pld__kernel_laplace *laplace, const pld__kernel_panels *panels,
                                           long double theta, long double t) {
    long double sum = 0, log_rho;
    for (size_t i = 0; i < panels->count; i++) {
        stretch at = stretch_of(laplace, i, panels->count, theta, t);
        long double best = INFINITY;
        for (size_t a = 0; a < AXIS_COUNT; a++) {
            long double one = log_bound(&at, AXES[a], &log_rho);
            best = fminl(best, one - (long double)panels->nodes[i] * log_rho * (1 - 1e-15L));
        }
        sum += expl(best) * (1 + 1e-12L);
    }
    return sum;
}

/* So many panels, of equal length; how many nodes the largest has. */
static unsigned fill_panels(const pld__kernel_laplace *laplace, long double theta, long double t, long double wanted,
                            pld__kernel_panels *panels) {
    unsigned most = 0;
    for (size_t i = 0; i < panels->count; i++) {
        stretch at = stretch_of(laplace, i, panels->count, theta, t);
        long double best = PANEL_NODES, log_rho;
        for (size_t a = 0; a < AXIS_COUNT; a++) {
            long double one = log_bound(&at, AXES[a], &log_rho);
            best = fminl(best, (one - logl(wanted / (long double)panels->count)) / log_rho);
        }
        panels->nodes[i] = (unsigned)fminl(fmaxl(ceill(best) + 2, 4), PANEL_NODES);
        most = panels->nodes[i] > most ? panels->nodes[i] : most;
    }
    return most;
}

pld__kernel_panels pld__kernel_laplace_panels(const pld__kernel_laplace *laplace, long double theta, long double t,
                                              long double wanted) {
    pld__kernel_panels panels = {.count = (size_t)fminl(1 + floorl(laplace->ratio / PANEL_LENGTH), PLD__KERNEL_PANELS)};
    while (fill_panels(laplace, theta, t, wanted, &panels) > PANEL_MANY && 2 * panels.count <= PLD__KERNEL_PANELS)
        panels.count *= 2;
    return panels;
}
