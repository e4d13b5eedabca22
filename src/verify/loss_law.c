#include "verify/loss_law.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define U PLD__U

void pld__verify_law_clear(pld__verify_law *law) {
    pld__free(law->loss);
    pld__free(law->mass);
    *law = (pld__verify_law){.count = 0};
}

static bool make_room(pld__verify_law *law, size_t room) {
    double *loss = pld__allocate(room, sizeof *loss), *mass = pld__allocate(room, sizeof *mass);
    if (!loss || !mass) {
        pld__free(loss);
        pld__free(mass);
        return false;
    }
    if (law->count > 0) {
        memcpy(loss, law->loss, law->count * sizeof *loss);
        memcpy(mass, law->mass, law->count * sizeof *mass);
    }
    pld__free(law->loss);
    pld__free(law->mass);
    law->loss = loss;
    law->mass = mass;
    law->room = room;
    return true;
}

bool pld__verify_law_one(pld__verify_law *law) {
    *law = (pld__verify_law){.count = 0};
    return pld__verify_law_add(law, 0, 1);
}

bool pld__verify_law_copy(const pld__verify_law *law, pld__verify_law *copy) {
    *copy = (pld__verify_law){.infinite = law->infinite};
    if (!make_room(copy, law->count + 1))
        return false;
    memcpy(copy->loss, law->loss, law->count * sizeof *copy->loss);
    memcpy(copy->mass, law->mass, law->count * sizeof *copy->mass);
    copy->count = law->count;
    return true;
}

bool pld__verify_law_add(pld__verify_law *law, double loss, double mass) {
    if (!(mass > 0))
        return true;
    if (loss == INFINITY) {
        law->infinite += mass;
        return true;
    }
    if (law->count == law->room && !make_room(law, 2 * law->room + 64))
        return false;
    law->loss[law->count] = loss;
    law->mass[law->count++] = mass;
    return true;
}

typedef struct {
    double loss, mass;
} place;

static int by_loss(const void *left, const void *right) {
    double a = ((const place *)left)->loss, b = ((const place *)right)->loss;
    return (a > b) - (a < b);
}

/* Rounded outward: sums of `terms` positive terms. */
static double outward(double sum, size_t terms, pld__verify_end end) {
    double slack = (double)(terms + 32) * 2 * U;
    return end == PLD__VERIFY_UPPER ? sum * (1 + slack) : sum * (1 - slack);
}

bool pld__verify_law_sort(pld__verify_law *law, pld__verify_end end) {
    place *places = pld__allocate(law->count + 1, sizeof *places);
    if (!places)
        return false;
    for (size_t i = 0; i < law->count; i++)
        places[i] = (place){law->loss[i], law->mass[i]};
    qsort(places, law->count, sizeof *places, by_loss);
    size_t kept = 0;
    for (size_t i = 0; i < law->count;) {
        size_t first = i;
        double mass = 0;
        for (; i < law->count && places[i].loss == places[first].loss; i++)
            mass += places[i].mass;
        law->loss[kept] = places[first].loss;
        law->mass[kept++] = i == first + 1 ? mass : outward(mass, i - first, end);
    }
    law->count = kept;
    pld__free(places);
    return true;
}

/* --- products ------------------------------------------------------------------------------------------------------- */

/* 1 - e^-d for d >= 0, good to 16 U. The series alternates: what is left out is below its next term, d^4/120 or d^9/10! of d. */
static inline double fallen(double d) {
    if (d < 0x1p-12)
        return d * (1 - d * (0.5 - d * (1 / 6.0 - d * (1 / 24.0))));
    if (d < 0x1p-4)
        return d * (1 - d * (1 / 2.0 -
                             d * (1 / 6.0 -
                                  d * (1 / 24.0 - d * (1 / 120.0 -
                                                       d * (1 / 720.0 - d * (1 / 5040.0 - d * (1 / 40320.0 - d / 362880.0))))))));
    return -expm1(-d);
}

/* Of a bin: mass, mass times 1 - e^-d with d the loss above its edge, and of how many terms. */
typedef struct {
    double mass, above;
    size_t terms;
} bin;

typedef struct {
    const pld__verify_edges *edges;
    pld__verify_end end;
    double least;
    bin *bins;
    bin below;    /* the first edge */
    size_t light; /* couples of less mass than that */
    double infinite;
} gathering;

/* The bin of a loss that is not below the first edge. */
static size_t bin_of(const pld__verify_edges *edges, double loss) {
    size_t low = 0, high = edges->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (edges->loss[middle] > loss)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* Couples of one loss with those of a law from its j-th on, whose losses increase; `moved` is on the right side of the loss by
 * more than sums round. */
static void gather_row(gathering *to, double moved, double mass, const pld__verify_law *law, size_t j, double least_loss) {
    const double *edges = to->edges->loss;
    size_t count = to->edges->count, k = 0;
    for (; j < law->count && moved + law->loss[j] < least_loss; j++) {
        double product = mass * law->mass[j];
        to->light += product < to->least;
        to->below.mass += product;
        to->below.terms++;
    }
    if (j < law->count)
        k = bin_of(to->edges, moved + law->loss[j]);
    while (j < law->count) {
        bin sum = {0, 0, 0};
        double edge = edges[k], next = k + 1 < count ? edges[k + 1] : INFINITY;
        for (; j < law->count; j++) {
            double loss = moved + law->loss[j], product = mass * law->mass[j];
            if (loss >= next)
                break;
            if (product < to->least) {
                to->light++;
                continue;
            }
            sum.mass += product;
            sum.above += product * fallen(loss - edge);
            sum.terms++;
        }
        to->bins[k].mass += sum.mass;
        to->bins[k].above += sum.above;
        to->bins[k].terms += sum.terms + 1;
        if (j < law->count) {
            double loss = moved + law->loss[j];
            k++;
            if (k + 1 < count && edges[k + 1] <= loss)
                k = bin_of(to->edges, loss);
        }
    }
}

static double largest_size(const pld__verify_law *law) {
    return law->count > 0 ? fmax(fabs(law->loss[0]), fabs(law->loss[law->count - 1])) : 0;
}

static void gather(gathering *to, const pld__verify_law *a, const pld__verify_law *b) {
    double size = largest_size(b), sign = to->end == PLD__VERIFY_UPPER ? 4 * U : -4 * U;
    for (size_t i = 0; i < a->count; i++) {
        double moved = a->loss[i] + sign * (fabs(a->loss[i]) + size), mass = a->mass[i];
        if (a != b) {
            gather_row(to, moved, mass, b, 0, to->edges->loss[0]);
            continue;
        }
        /* Each couple of different ones stands for two. */
        pld__verify_law own = {1, 0, a->loss + i, a->mass + i, 0};
        gather_row(to, moved, mass, &own, 0, to->edges->loss[0]);
        gather_row(to, moved, 2 * mass, b, i + 1, to->edges->loss[0]);
    }
}

/* 1 - (1 - a)(1 - b) of masses at infinity, of laws that may have less or more than 1 in all: what has infinite loss in one of
 * them. */
static double infinite_of(const pld__verify_law *a, const pld__verify_law *b, pld__verify_end end) {
    double a_total = a->infinite, b_finite = 0;
    for (size_t i = 0; i < a->count; i++)
        a_total += a->mass[i];
    for (size_t i = 0; i < b->count; i++)
        b_finite += b->mass[i];
    /* From below what is missing is mass with a loss of -infinity, and counts. */
    if (end == PLD__VERIFY_LOWER) {
        a_total = 1;
        b_finite = 1 - b->infinite;
    }
    return outward(a_total * b->infinite + a->infinite * b_finite, a->count + b->count, end);
}

static void start_gathering(gathering *to, const pld__verify_law *a, const pld__verify_law *b) {
    memset(to->bins, 0, to->edges->count * sizeof *to->bins);
    gather(to, a, b);
    double infinite = a->infinite > 0 || b->infinite > 0 ? infinite_of(a, b, to->end) : 0;
    to->infinite = to->end == PLD__VERIFY_UPPER ? (infinite + (double)to->light * 2 * to->least) * (1 + 8 * U) : infinite;
}

/* Each bin to its two edges, the last to its edge and infinity (T86). Masses are at edges, in their order. */
static bool spread(const gathering *from, pld__verify_law *made) {
    size_t count = from->edges->count;
    if (!make_room(made, count))
        return false;
    made->infinite = from->infinite;
    made->count = count;
    for (size_t k = 0; k < count; k++) {
        made->loss[k] = from->edges->loss[k];
        made->mass[k] = 0;
    }
    made->mass[0] = outward(from->below.mass, from->below.terms, PLD__VERIFY_UPPER);
    for (size_t k = 0; k < count; k++) {
        const bin *here = &from->bins[k];
        if (here->terms == 0)
            continue;
        bool last = k + 1 == count;
        double mass = outward(here->mass, here->terms, PLD__VERIFY_UPPER);
        double whole = last ? 1 : fallen(from->edges->loss[k + 1] - from->edges->loss[k]) * (1 - 64 * U);
        double raised = outward(here->above, here->terms, PLD__VERIFY_UPPER) / whole * (1 + 4 * U);
        raised = raised < mass ? raised : mass;
        made->mass[k] = (made->mass[k] + (mass - raised)) * (1 + 4 * U);
        if (last)
            made->infinite = (made->infinite + raised) * (1 + 4 * U);
        else
            made->mass[k + 1] = raised;
    }
    return true;
}

/* Each bin to the loss of its sums, from below; what is below the first edge is left out. */
static bool merge(const gathering *from, pld__verify_law *made) {
    if (!make_room(made, from->edges->count))
        return false;
    made->infinite = from->infinite;
    for (size_t k = 0; k < from->edges->count; k++) {
        const bin *here = &from->bins[k];
        if (here->terms == 0)
            continue;
        double share = outward(here->above, here->terms, PLD__VERIFY_LOWER) / outward(here->mass, here->terms, PLD__VERIFY_UPPER);
        double edge = from->edges->loss[k], beyond = share > 0 ? -log1p(-fmin(share, 1 - 64 * U)) * (1 - 64 * U) : 0;
        double loss = edge + beyond - 4 * U * (fabs(edge) + beyond);
        made->loss[made->count] = fmax(loss, edge);
        made->mass[made->count++] = outward(here->mass, here->terms, PLD__VERIFY_LOWER);
    }
    return true;
}

bool pld__verify_law_product(const pld__verify_law *a, const pld__verify_law *b, const pld__verify_edges *edges,
                             pld__verify_end end, double least, pld__verify_law *made) {
    gathering to = {.edges = edges, .end = end, .least = least, .bins = pld__allocate(edges->count, sizeof *to.bins)};
    *made = (pld__verify_law){.count = 0};
    if (!to.bins)
        return false;
    start_gathering(&to, a, b);
    bool fine = end == PLD__VERIFY_UPPER ? spread(&to, made) : merge(&to, made);
    pld__free(to.bins);
    return fine;
}

bool pld__verify_law_delta(const pld__verify_law *a, const pld__verify_law *b, double epsilon, pld__verify_end end, double least,
                           double *delta) {
    bin only;
    pld__verify_edges edge = {1, &epsilon};
    gathering to = {.edges = &edge, .end = end, .least = least, .bins = &only};
    start_gathering(&to, a, b);
    *delta = outward(outward(only.above, only.terms, end) + to.infinite, 0, end);
    return true;
}
