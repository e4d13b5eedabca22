/* The pair of the Laplace mechanism: two outcomes with mass, at the ends of the loss, and a density between.
 *
 * With a = shift/b and x the way from Q's centre (0) to that of P without sampling (1), log dLap(shift)/dLap(0) is a (2x - 1), cut off at -a and a. Both
 * densities are exponentials between 0 and 1, so all masses are closed forms: intervals good to a few u and u times their exponents. */
#include "mechanism/laplace.h"

#include "base/base.h"

#include <math.h>

typedef struct {
    double scale, rate;
} laplace;

/* Below this, and for rates that are not small, losses are logs of sums near 0, not of numbers near 1. */
static const double FAR_BELOW = -1, SMALL_RATE = 0.5;

/* log((1 - rate) + rate e^plain), to a few u. */
static double loss_from(const laplace *pair, double plain) {
    if (pair->rate == 1)
        return plain;
    if (pair->rate > SMALL_RATE && plain < FAR_BELOW)
        return log((1 - pair->rate) + pair->rate * exp(plain));
    return log1p(pair->rate * expm1(plain));
}

/* The inverse: loss_from of what is returned is the loss to a few u. */
static double plain_from(const laplace *pair, double loss) {
    if (pair->rate == 1)
        return loss;
    if (pair->rate > SMALL_RATE && loss < FAR_BELOW)
        return log(fmax(exp(loss) - (1 - pair->rate), 0) / pair->rate);
    return log1p(expm1(loss) / pair->rate);
}

static double loss_at(const laplace *pair, double x) {
    return loss_from(pair, pair->scale * (2 * fmin(fmax(x, 0), 1) - 1));
}

static void laplace_positions(const void *object, const double *loss, size_t count, double *x) {
    const laplace *pair = object;
    double lowest = loss_at(pair, 0), highest = loss_at(pair, 1);
    for (size_t i = 0; i < count; i++) {
        double plain = plain_from(pair, loss[i]);
        x[i] = loss[i] <= lowest ? -INFINITY : loss[i] >= highest ? INFINITY : fmin(fmax((1 + plain / pair->scale) / 2, 0), 1);
    }
}

static void laplace_bulk(const void *object, double *low, double *high) {
    (void)object;
    *low = 0;
    *high = 1;
}

/* log(rate e^shifted + (1 - rate) e^base). */
static long double mix(const laplace *pair, long double shifted, long double base) {
    if (pair->rate == 1)
        return shifted;
    long double top = fmaxl(shifted, base);
    return top + logl(pair->rate * expl(shifted - top) + (1 - (long double)pair->rate) * expl(base - top));
}

/* Logs of the masses between two points of [0, 1]. */
static pld__log_mass between(const laplace *pair, double left, double right) {
    if (!(right > left))
        return (pld__log_mass){-INFINITY, -INFINITY};
    long double a = pair->scale, width = logl(-expm1l(-a * ((long double)right - left)) / 2);
    long double base = width - a * left, shifted = width - a * (1 - (long double)right);
    return (pld__log_mass){mix(pair, shifted, base), base};
}

static pld__accuracy laplace_masses(const void *object, double left, double right, size_t cuts, double reference, double *p,
                                    double *q, double *unit) {
    const laplace *pair = object;
    pld__log_mass all = between(pair, left, right);
    *unit = all.p < -500 ? (double)all.p : 0;
    for (size_t i = 0; i < cuts; i++) {
        double low = left + (right - left) * ((double)i / (double)cuts);
        double high = i + 1 == cuts ? right : left + (right - left) * ((double)(i + 1) / (double)cuts);
        pld__log_mass mass = between(pair, low, high);
        p[i] = (double)expl(mass.p - *unit);
        q[i] = (double)expl(mass.q - *unit + reference);
    }
    /* Exponents are in long double; a position is off by a few u, which the loss sees with slope 2a at most. */
    double size = 32 + 8 * pair->scale + fabs(reference) / 256 + fabs(*unit) / 256;
    return (pld__accuracy){.rho = size * PLD__U, .kappa = 2 * size * PLD__U};
}

/* log of e^a + e^b. */
static long double log_sum(long double a, long double b) {
    long double top = fmaxl(a, b);
    return top == -INFINITY ? top : top + logl(expl(a - top) + expl(b - top));
}

static pld__log_mass sum(pld__log_mass a, pld__log_mass b) {
    return (pld__log_mass){log_sum(a.p, b.p), log_sum(a.q, b.q)};
}

static pld__log_mass lower_end(const laplace *pair) {
    long double half = -0.693147180559945309417L;
    return (pld__log_mass){mix(pair, half - pair->scale, half), half};
}

static pld__log_mass upper_end(const laplace *pair) {
    long double half = -0.693147180559945309417L;
    return (pld__log_mass){mix(pair, half, half - pair->scale), half - pair->scale};
}

static pld__log_mass laplace_mass_below(const void *object, double x) {
    const laplace *pair = object;
    pld__log_mass mass = {-INFINITY, -INFINITY};
    if (x == -INFINITY)
        return mass;
    mass = sum(lower_end(pair), between(pair, 0, fmin(fmax(x, 0), 1)));
    return x > 1 ? sum(mass, upper_end(pair)) : mass;
}

static pld__log_mass laplace_mass_above(const void *object, double x) {
    const laplace *pair = object;
    pld__log_mass mass = {-INFINITY, -INFINITY};
    if (x == INFINITY)
        return mass;
    mass = sum(upper_end(pair), between(pair, fmin(fmax(x, 0), 1), 1));
    return x < 0 ? sum(mass, lower_end(pair)) : mass;
}

/* Both ends have mass that cannot be cut off. */
static double laplace_reach_above(const void *object, double log_mass) {
    (void)log_mass;
    return fmax(loss_at(object, 1), 0);
}

static double laplace_reach_below(const void *object, double log_mass) {
    (void)log_mass;
    return fmax(-loss_at(object, 0), 0);
}

/* Gauss-Legendre with 5 points. */
static const double NODE[5] = {-0.90617984593866399280, -0.53846931010568309104, 0, 0.53846931010568309104,
                               0.90617984593866399280};
static const double WEIGHT[5] = {0.23692688505618908751, 0.47862867049936646804, 0.56888888888888888889, 0.47862867049936646804,
                                 0.23692688505618908751};

/* The density at x times a weight, as an atom. */
static pld__atom atom_at(const laplace *pair, double x, double weight) {
    double a = pair->scale, base = log(weight * a / 2) - a * x, shifted = log(weight * a / 2) - a * (1 - x);
    return (pld__atom){(double)mix(pair, shifted, base), base, loss_at(pair, x)};
}

static pld_status laplace_atoms(const void *object, double reach, unsigned refinement, pld__atom **atoms, size_t *count) {
    const laplace *pair = object;
    (void)reach;
    size_t panels = 16 * (size_t)refinement, used = 0;
    pld__atom *made = pld__allocate(5 * panels + 2, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    pld__log_mass low = lower_end(pair), high = upper_end(pair);
    made[used++] = (pld__atom){(double)low.p, (double)low.q, loss_at(pair, 0)};
    for (size_t k = 0; k < panels; k++)
        for (int i = 0; i < 5; i++)
            made[used++] = atom_at(pair, ((double)k + 0.5 + NODE[i] / 2) / (double)panels, WEIGHT[i] / 2 / (double)panels);
    made[used++] = (pld__atom){(double)high.p, (double)high.q, loss_at(pair, 1)};
    *atoms = made;
    *count = used;
    return PLD_OK;
}

/* p (e^(sL) - 1). */
static double complex grown(const pld__atom *atom, double complex s) {
    double real = creal(s) * atom->loss, phase = cimag(s) * atom->loss, half = sin(phase / 2), growth = expm1(real);
    return exp(atom->log_p) * CMPLX(growth * cos(phase) - 2 * half * half, (1 + growth) * sin(phase));
}

static double complex laplace_log_moment(const void *object, double complex s) {
    const laplace *pair = object;
    pld__atom *atoms;
    size_t count;
    /* Panels so short that neither the density nor e^(sL) changes much within one. */
    unsigned panels = 1 + (unsigned)fmin(pair->scale * (1 + cabs(s)) / 8, 1e5);
    if (laplace_atoms(object, 0, panels, &atoms, &count) != PLD_OK)
        return NAN;
    double complex total = 0;
    double largest = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        total += grown(&atoms[i], s);
        largest = fmax(largest, atoms[i].log_p + creal(s) * atoms[i].loss);
    }
    double complex answer;
    if (cabs(total) < 0.5) {
        double real = creal(total), imaginary = cimag(total);
        answer = CMPLX(0.5 * log1p(real * (2 + real) + imaginary * imaginary), atan2(imaginary, 1 + real));
    } else {
        total = 0;
        for (size_t i = 0; i < count; i++) {
            double phase = cimag(s) * atoms[i].loss;
            total += exp(atoms[i].log_p + creal(s) * atoms[i].loss - largest) * CMPLX(cos(phase), sin(phase));
        }
        answer = largest + clog(total);
    }
    pld__free(atoms);
    return answer;
}

static void laplace_free(void *object) {
    pld__free(object);
}

static const pld__pair_operations LAPLACE_OPERATIONS = {
    .positions = laplace_positions,
    .bulk = laplace_bulk,
    .masses = laplace_masses,
    .mass_below = laplace_mass_below,
    .mass_above = laplace_mass_above,
    .reach_above = laplace_reach_above,
    .reach_below = laplace_reach_below,
    .atoms = laplace_atoms,
    .log_moment = laplace_log_moment,
    .free = laplace_free,
};

pld_status pld__laplace_mechanism(double scale, double rate, const char *resolved, const char *note, pld_mechanism **mechanism) {
    laplace *pair = pld__allocate(1, sizeof *pair);
    if (!pair)
        return PLD_ERROR_MEMORY;
    *pair = (laplace){scale, rate};
    bool trivial = rate == 0;
    pld_mechanism made = {.operations = &LAPLACE_OPERATIONS,
                          .pair = pair,
                          .atoms = true,
                          .loss_infimum = trivial ? 0 : loss_at(pair, 0),
                          .loss_supremum = trivial ? 0 : loss_at(pair, 1),
                          .trivial = trivial};
    return pld__mechanism_create(&made, resolved, note, mechanism);
}
