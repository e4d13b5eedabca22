#include "kernel/nodes.h"

#include "base/base.h"
#include "base/normal.h"

#include <float.h>
#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double INVERSE_ROOT_TURN = 0.398942280401432677939946059934381868L; /* 1/sqrt(2 pi) */

/* log(1 + y) - y: where |y| < 1/16 the series -y^2 (1/2 - y/3 + ..), 18 terms of which leave less than 16^-18 of it. */
static long double log1p_rest(long double y) {
    if (fabsl(y) >= 0.0625L)
        return log1pl(y) - y;
    long double sum = 0;
    for (int j = 19; j >= 2; j--)
        sum = 1 / (long double)j - y * sum;
    return -y * y * sum;
}

/* z_j at x, and how far it may be off: x - m/2 and the product round by u each, and the mean's error moves z by (x - m) times it,
 * first order; twice that is counted. */
static long double exponent(const pld__kernel_list *list, size_t j, long double x, long double *error) {
    long double mean = list->mean[j], z = mean * (x - mean / 2);
    *error = 3 * U * fabsl(z) + 2 * list->error[j] * (fabsl(x) + fabsl(mean) + 1);
    return z;
}

/* log r as the log of a sum of positive terms, for r < 1/2, where 1 + y would cancel. */
static void log_by_terms(const pld__kernel_list *list, long double x, pld__kernel_value *value) {
    long double sum = 0, error = 0, dz;
    for (size_t j = 0; j < list->count; j++) {
        long double term = list->weight[j] * expl(exponent(list, j, x, &dz));
        sum += term;
        error += term * (2 * dz + list->weight_error + 8 * U);
    }
    value->log = sum >= LDBL_MIN ? logl(sum) : -INFINITY; /* what is subnormal has lost its digits */
    value->log_error = 8 * U * fabsl(value->log) + 2 * error / sum + 2 * (long double)list->count * U;
}

void pld__kernel_value_finish(pld__kernel_value *value) {
    value->small = fabsl(value->y) <= 0.5L;
    if (value->y > -0.5L) {
        value->log = log1pl(value->y);
        value->log_error = 10 * U * fabsl(value->log) + 2 * value->y_error / (1 + value->y);
    }
    if (value->small) {
        long double y = fabsl(value->y);
        value->rest = log1p_rest(value->y);
        /* The slope of log1p(y) - y is -y/(1 + y). */
        value->rest_error = 2 * (y + value->y_error) * value->y_error + (y < 0.0625L ? 24 * U * y * y : 16 * U * y);
    }
}

static pld__kernel_value evaluate(const pld__kernel_list *list, long double x) {
    pld__kernel_value value = {0};
    long double count = (long double)list->count, dz;
    for (size_t j = 0; j < list->count; j++) {
        if (list->mean[j] == 0)
            continue;
        long double z = exponent(list, j, x, &dz), grown = expm1l(z);
        value.y += list->weight[j] * grown;
        /* expm1l is good to 4 units in the last place, 8 u; e^z (e^dz - 1) <= 2 e^z dz for dz <= 1/2, checked in `sound`. */
        value.y_error += list->weight[j] * ((list->weight_error + (count + 12) * U) * fabsl(grown) + 2 * (1 + fabsl(grown)) * dz);
    }
    if (!(value.y > -0.5L))
        log_by_terms(list, x, &value);
    pld__kernel_value_finish(&value);
    return value;
}

/* Errors that first-order bounds are made for: dz <= 1/2 because 2 e^z dz w <= y_error <= (1 + y)/8 and likewise for logs. */
static bool is_sound(const pld__kernel_value *value) {
    bool near_one = value->y <= -0.5L || value->y_error <= 0.01L * (1 + value->y);
    return isfinite(value->y) && isfinite(value->log) && value->y_error < INFINITY && value->log_error <= 0.01L && near_one;
}

bool pld__kernel_node_is_sound(const pld__kernel_node *node) {
    return node->log_keep > -INFINITY && node->keep_error < 0.01L && is_sound(&node->p) && is_sound(&node->q);
}

/* No exponent may be off by more than this anywhere on the stretch. */
static bool is_exact_enough(const pld__kernel_list *list, long double reach) {
    long double worst = 0, dz;
    for (size_t j = 0; j < list->count; j++) {
        (void)exponent(list, j, -reach, &dz);
        worst = fmaxl(worst, dz);
        (void)exponent(list, j, reach, &dz);
        worst = fmaxl(worst, dz);
    }
    return worst <= 1e-6L && list->weight_error <= 1e-6L;
}

void pld__kernel_nodes_free(pld__kernel_nodes *nodes) {
    pld__free(nodes->all);
    *nodes = (pld__kernel_nodes){0};
}

/* Farther out bells underflow. */
static const long double FARTHEST = 140;
enum { MOST_NODES = 1 << 20 };

/* (T78): what the cut does not keep is P[x + v Z > X] = sum_j w_j Phi((m_j - X)/sqrt(1 + v^2)). */
static bool set_cut(const pld__kernel_factor *factor, pld__kernel_nodes *nodes) {
    long double at = nodes->cut.at, v = nodes->cut.softness;
    nodes->kappa = 1;
    if (at == INFINITY)
        return true;
    if (!(v >= 0x1p-10L && v <= 0x1p10L && fabsl(at) <= FARTHEST))
        return false;
    nodes->kappa = (1 + 1 / (v * v)) * (1 + 1e-17L);
    for (size_t j = 0; j < factor->p.count; j++) {
        long double away = (at - factor->p.mean[j] - factor->p.error[j]) / sqrtl(1 + v * v);
        nodes->lost += factor->p.weight[j] * (1 + factor->p.weight_error) * pld__normal_tail(away - 1e-15L * (1 + fabsl(away))) *
                       (1 + 1e-9L);
    }
    nodes->lost += 1e-4900L;
    return true;
}

/* Tails are good to a few units of 2^-64 times 1 + z^2, as is the effect of z's own rounding on them. */
static void set_keep(const pld__kernel_cut *cut, pld__kernel_node *node) {
    if (cut->at == INFINITY)
        return;
    long double z = (node->x - cut->at) / cut->softness;
    node->lost = pld__normal_tail(-z) * (1 + 1e-9L) + 1e-4900L;
    node->log_keep = node->lost < 1e-3L ? log1pl(-pld__normal_tail(-z)) : logl(pld__normal_tail(z));
    node->keep_error = 64 * U * (1 + z * z + fabsl(node->log_keep));
    if (!(pld__normal_tail(z) >= LDBL_MIN)) /* a subnormal tail has lost its digits */
        node->keep_error = INFINITY;
}

pld_status pld__kernel_nodes_create(const pld__kernel_factor *factor, double step, int64_t first, int64_t last,
                                    pld__kernel_cut cut, pld__kernel_nodes *nodes) {
    *nodes = (pld__kernel_nodes){.step = step, .scale = step * INVERSE_ROOT_TURN, .cut = cut};
    const int64_t farthest = (int64_t)1 << 40;
    long double reach = fmaxl(fabsl((long double)first * step), fabsl((long double)last * step));
    if (!(step > 0 && first >= -farthest && last <= farthest && first < last && last - first < MOST_NODES && reach <= FARTHEST))
        return PLD_OK;
    /* A step of at most 20 bits times a number of nodes of at most 40 has no more bits than a long double. */
    int power;
    double scaled = ldexp(frexp(step, &power), 20);
    if (scaled != floor(scaled))
        return PLD_OK;
    if (!set_cut(factor, nodes))
        return PLD_OK;
    nodes->count = (size_t)(last - first + 1);
    nodes->all = pld__allocate(nodes->count, sizeof *nodes->all);
    if (!nodes->all) {
        nodes->count = 0;
        return PLD_ERROR_MEMORY;
    }
    nodes->sound = is_exact_enough(&factor->p, reach) && is_exact_enough(&factor->q, reach);
    for (size_t n = 0; n < nodes->count; n++) {
        pld__kernel_node *node = &nodes->all[n];
        long double x = (long double)(first + (int64_t)n) * step;
        *node = (pld__kernel_node){.x = x, .log_bell = -x * x / 2, .p = evaluate(&factor->p, x), .q = evaluate(&factor->q, x)};
        node->bell = expl(node->log_bell);
        node->loss = node->p.log - node->q.log;
        node->loss_error = node->p.log_error + node->q.log_error + U * fabsl(node->loss);
        set_keep(&cut, node);
        nodes->sound &= pld__kernel_node_is_sound(node);
    }
    return PLD_OK;
}

/* Perturbing the log of each term by at most e moves a posterior mean by at most 2 e times the spread of the means. */
long double pld__kernel_posterior_mean(const pld__kernel_list *list, long double x, int sign) {
    long double top = -INFINITY, dz, worst = 0, sum = 0, moment = 0;
    for (size_t j = 0; j < list->count; j++)
        top = fmaxl(top, exponent(list, j, x, &dz) + logl(list->weight[j]));
    for (size_t j = 0; j < list->count; j++) {
        long double z = exponent(list, j, x, &dz), log_weight = logl(list->weight[j]), term = expl(z + log_weight - top);
        worst = fmaxl(worst, dz + 8 * U * (fabsl(z) + fabsl(log_weight) + fabsl(top) + 4));
        sum += term;
        moment += term * (list->mean[j] - list->low);
    }
    long double spread = list->high - list->low, own = 0; /* that of a mean itself */
    for (size_t j = 0; j < list->count; j++)
        own = fmaxl(own, list->error[j]);
    long double off =
        4 * spread * (worst + list->weight_error + (long double)list->count * 4 * U) + 8 * U * (fabsl(list->low) + spread) + own;
    return list->low + moment / sum + sign * off;
}
