#include "verify/aim.h"

#include "base/base.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
enum { NODES_MOST = 100000 };

static double middle(const arb_t value) {
    return arf_get_d(arb_midref(value), ARF_RND_NEAR);
}

/* --- a mixture in doubles ------------------------------------------------------------------------------------------- */

static bool copy_side(const pld__verify_side *side, size_t *count, double **log_coefficient, double **mean) {
    arb_t value;
    *count = (size_t)side->count;
    *log_coefficient = pld__allocate(*count, sizeof **log_coefficient);
    *mean = pld__allocate(*count, sizeof **mean);
    if (!*log_coefficient || !*mean)
        return false;
    arb_init(value);
    for (size_t j = 0; j < *count; j++) {
        (*mean)[j] = middle(side->mean + j);
        arb_log(value, side->weight + j, 64);
        (*log_coefficient)[j] = arb_is_zero(side->weight + j) ? -INFINITY : middle(value) - (*mean)[j] * (*mean)[j] / 2;
    }
    arb_clear(value);
    return true;
}

/* log |r(x + i height)|, its angle, and the mean of the component at x (height 0). */
static double log_side(const pld__aim *aim, int side, double x, double height, double *angle, double *mean) {
    double largest = -INFINITY, re = 0, im = 0, moment = 0;
    const double *log_coefficient = aim->log_coefficient[side], *means = aim->mean[side];
    for (size_t j = 0; j < aim->counts[side]; j++)
        largest = fmax(largest, log_coefficient[j] + means[j] * x);
    for (size_t j = 0; j < aim->counts[side]; j++) {
        double term = exp(log_coefficient[j] + means[j] * x - largest), turn = means[j] * height;
        re += height > 0 ? term * cos(turn) : term;
        im += height > 0 ? term * sin(turn) : 0;
        moment += term * means[j];
    }
    if (angle)
        *angle = atan2(im, re);
    if (mean)
        *mean = moment / re;
    return largest + 0.5 * log(re * re + im * im);
}

double pld__aim_log_density(const pld__aim *aim, double tilt, double x, double *q_mean) {
    return -x * x / 2 - 0.5 * log(2 * PI) + (1 + tilt) * log_side(aim, 0, x, 0, NULL, NULL) -
           tilt * log_side(aim, 1, x, 0, NULL, q_mean);
}

double pld__aim_loss(const pld__aim *aim, double x) {
    return log_side(aim, 0, x, 0, NULL, NULL) - log_side(aim, 1, x, 0, NULL, NULL);
}

/* --- its nodes ------------------------------------------------------------------------------------------------------ */

/* Nodes from `first` to `last`, of which those there already are kept. */
static bool extend(pld__aim *aim, long first, long last) {
    size_t count = (size_t)(last - first + 1), kept = aim->log_p ? (size_t)(aim->last - aim->first + 1) : 0;
    double *log_p = pld__allocate(count, sizeof *log_p), *log_q = pld__allocate(count, sizeof *log_q);
    if (log_p && log_q) {
        for (size_t i = 0; i < count; i++) {
            long node = first + (long)i;
            bool known = kept > 0 && node >= aim->first && node <= aim->last;
            double x = (double)node * aim->width;
            log_p[i] = known ? aim->log_p[node - aim->first] : log_side(aim, 0, x, 0, NULL, NULL);
            log_q[i] = known ? aim->log_q[node - aim->first] : log_side(aim, 1, x, 0, NULL, NULL);
        }
    }
    pld__free(aim->log_p);
    pld__free(aim->log_q);
    aim->log_p = log_p;
    aim->log_q = log_q;
    aim->first = first;
    aim->last = last;
    return log_p && log_q;
}

static double log_f(const pld__aim *aim, double tilt, long node) {
    double x = (double)node * aim->width;
    return -x * x / 2 - 0.5 * log(2 * PI) + (1 + tilt) * aim->log_p[node - aim->first] - tilt * aim->log_q[node - aim->first];
}

/* Is there nothing but a falling end beyond the node? */
static bool is_outside(const pld__aim *aim, double tilt, long node, bool right, double largest) {
    double x = (double)node * aim->width, q_mean = 0, value = pld__aim_log_density(aim, tilt, x, &q_mean);
    double beyond = right ? x - (1 + tilt) * aim->p_most + tilt * q_mean : (1 + tilt) * aim->p_least - tilt * q_mean - x;
    return value < largest - 60 && beyond > 0;
}

static double mixture_log_moment(pld__aim *aim, double tilt) {
    for (;;) {
        double largest = -INFINITY, sum = 0;
        if (!aim->log_p)
            return INFINITY;
        for (long node = aim->first; node <= aim->last; node++)
            largest = fmax(largest, log_f(aim, tilt, node));
        bool left = is_outside(aim, tilt, aim->first, false, largest), right = is_outside(aim, tilt, aim->last, true, largest);
        if (left && right) {
            for (long node = aim->first; node <= aim->last; node++) {
                double value = log_f(aim, tilt, node) - largest;
                sum += value > -60 ? exp(value) : 0;
            }
            return largest + log(sum * aim->width);
        }
        long more = (aim->last - aim->first) / 4 + 8;
        if (aim->last - aim->first > NODES_MOST || !extend(aim, aim->first - (left ? 0 : more), aim->last + (right ? 0 : more)))
            return INFINITY;
    }
}

/* --- the others ----------------------------------------------------------------------------------------------------- */

static double atoms_log_moment(const pld__aim *aim, double tilt) {
    double largest = -INFINITY, sum = 0;
    for (slong j = 0; j < aim->factor->atom_count; j++)
        largest = fmax(largest, aim->log_mass[j] + tilt * aim->loss[j]);
    for (slong j = 0; j < aim->factor->atom_count; j++)
        sum += aim->log_mass[j] > -INFINITY ? exp(aim->log_mass[j] + tilt * aim->loss[j] - largest) : 0;
    return largest + log(sum);
}

static bool copy_atoms(pld__aim *aim, const pld__verify_factor *factor) {
    arb_t value;
    aim->log_mass = pld__allocate((size_t)factor->atom_count, sizeof *aim->log_mass);
    aim->loss = pld__allocate((size_t)factor->atom_count, sizeof *aim->loss);
    if (!aim->log_mass || !aim->loss)
        return false;
    arb_init(value);
    for (slong j = 0; j < factor->atom_count; j++) {
        pld__verify_factor_loss(factor, j, value, 64);
        aim->loss[j] = middle(value);
        arb_log(value, factor->mass + j, 53);
        aim->log_mass[j] = arb_is_zero(factor->mass + j) ? -INFINITY : middle(value);
    }
    arb_clear(value);
    return true;
}

static double laplace_log_moment(const pld__aim *aim, double tilt) {
    double up = exp(-(1 + 2 * tilt) * aim->ratio); /* v/u */
    return tilt * aim->ratio + log((1 + up) / 2 + (1 - up) / 2 / (1 + 2 * tilt));
}

static double laplace_log_decay(const pld__aim *aim, double t) {
    double up = exp(-(1 + 2 * aim->tilt) * aim->ratio);
    return aim->tilt * aim->ratio + log((1 + up) / 2 * (1 + 1 / hypot(1 + 2 * aim->tilt, 2 * t)));
}

/* --- what is asked -------------------------------------------------------------------------------------------------- */

bool pld__aim_init(pld__aim *aim, const pld__verify_factor *factor) {
    *aim = (pld__aim){.factor = factor, .count = (double)factor->count, .ratio = middle(factor->ratio)};
    if (factor->kind == PLD__FACTOR_ATOMS)
        return copy_atoms(aim, factor);
    if (factor->kind != PLD__FACTOR_MIXTURE)
        return true;
    const pld__verify_mixture *mixture = &factor->mixture;
    aim->low = middle(mixture->low);
    aim->high = middle(mixture->high);
    aim->spread = middle(mixture->spread);
    aim->q_spread = middle(mixture->q_spread);
    aim->p_least = middle(mixture->p.least);
    aim->p_most = middle(mixture->p.most);
    aim->cone = aim->spread > 0 ? fmin(PI / aim->spread, 16) : 16;
    aim->width = fmin(0.2, aim->spread > 0 ? 0.6 / aim->spread : 1);
    /* The best height for a decay to e^(-x/count) is about sqrt(2 x/count). */
    double top = fmin(0.9 * aim->cone, 50 / sqrt(aim->count));
    for (int i = 0; i < PLD__AIM_HEIGHTS; i++)
        aim->heights[i] = top * exp(-0.33 * (PLD__AIM_HEIGHTS - 1 - i));
    if (!copy_side(&mixture->p, &aim->counts[0], &aim->log_coefficient[0], &aim->mean[0]) ||
        !copy_side(&mixture->q, &aim->counts[1], &aim->log_coefficient[1], &aim->mean[1]))
        return false;
    long reach = (long)ceil(11 / aim->width);
    return extend(aim, -reach, reach);
}

void pld__aim_clear(pld__aim *aim) {
    for (int side = 0; side < 2; side++) {
        pld__free(aim->log_coefficient[side]);
        pld__free(aim->mean[side]);
    }
    pld__free(aim->log_p);
    pld__free(aim->log_q);
    pld__free(aim->log_mass);
    pld__free(aim->loss);
    pld__free(aim->along);
    pld__free(aim->angle);
    *aim = (pld__aim){.count = 0};
}

double pld__aim_log_moment(pld__aim *aim, double tilt) {
    switch (aim->factor->kind) {
    case PLD__FACTOR_GAUSSIAN:
        return aim->ratio * tilt * (tilt + 1) / 2;
    case PLD__FACTOR_MIXTURE:
        return mixture_log_moment(aim, tilt);
    case PLD__FACTOR_LAPLACE:
        return laplace_log_moment(aim, tilt);
    case PLD__FACTOR_ATOMS:
        break;
    }
    return atoms_log_moment(aim, tilt);
}

bool pld__aim_prepare(pld__aim *aim, double tilt) {
    aim->tilt = tilt;
    if (aim->factor->kind != PLD__FACTOR_MIXTURE)
        return true;
    if (!isfinite(mixture_log_moment(aim, tilt)))
        return false;
    size_t count = (size_t)(aim->last - aim->first + 1);
    pld__free(aim->along);
    pld__free(aim->angle);
    aim->along = pld__allocate(count * PLD__AIM_HEIGHTS, sizeof *aim->along);
    aim->angle = pld__allocate(count * PLD__AIM_HEIGHTS, sizeof *aim->angle);
    if (!aim->along || !aim->angle)
        return false;
    for (size_t h = 0; h < PLD__AIM_HEIGHTS; h++)
        for (size_t i = 0; i < count; i++) {
            double x = (double)(aim->first + (long)i) * aim->width, height = aim->heights[h], p_angle, q_angle;
            double log_p = log_side(aim, 0, x, height, &p_angle, NULL), log_q = log_side(aim, 1, x, height, &q_angle, NULL);
            aim->along[h * count + i] = (height * height - x * x) / 2 - 0.5 * log(2 * PI) + (1 + tilt) * log_p - tilt * log_q;
            aim->angle[h * count + i] = p_angle - q_angle;
        }
    return true;
}

static double mixture_log_decay(const pld__aim *aim, double t, double *best) {
    size_t count = (size_t)(aim->last - aim->first + 1);
    double least = INFINITY;
    if (!aim->factor->mixture.oriented)
        t = 0;
    for (size_t h = 0; h < PLD__AIM_HEIGHTS; h++) {
        const double *along = aim->along + h * count, *angle = aim->angle + h * count;
        double largest = -INFINITY, sum = 0;
        for (size_t i = 0; i < count; i++)
            largest = fmax(largest, along[i] - t * angle[i]);
        for (size_t i = 0; i < count; i++) {
            double value = along[i] - t * angle[i] - largest;
            sum += value > -40 ? exp(value) : 0;
        }
        double found = largest + log(sum * aim->width);
        if (found < least) {
            least = found;
            *best = aim->heights[h];
        }
    }
    return least;
}

double pld__aim_log_decay(const pld__aim *aim, double t, double *height) {
    switch (aim->factor->kind) {
    case PLD__FACTOR_GAUSSIAN:
        return aim->ratio * (aim->tilt * (aim->tilt + 1) - t * t) / 2;
    case PLD__FACTOR_MIXTURE:
        return mixture_log_decay(aim, t, height);
    case PLD__FACTOR_LAPLACE:
        return laplace_log_decay(aim, t);
    case PLD__FACTOR_ATOMS:
        break;
    }
    return atoms_log_moment(aim, aim->tilt);
}
