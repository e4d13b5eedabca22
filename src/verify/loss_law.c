#include "verify/loss_law.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Units of roundoff: U is that of a long double (A1). */
#define U 0x1p-64L

void pld__verify_law_clear(pld__verify_law *law) {
    pld__free(law->loss);
    pld__free(law->mass);
    *law = (pld__verify_law){.count = 0};
}

static bool make_room(pld__verify_law *law, size_t room) {
    long double *loss = pld__allocate(room, sizeof *loss), *mass = pld__allocate(room, sizeof *mass);
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

bool pld__verify_law_add(pld__verify_law *law, long double loss, long double mass) {
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
    long double loss, mass;
} place;

static int by_loss(const void *left, const void *right) {
    long double a = ((const place *)left)->loss, b = ((const place *)right)->loss;
    return (a > b) - (a < b);
}

/* Rounded outward: sums of `terms` positive terms. */
static long double outward(long double sum, size_t terms, pld__verify_end end) {
    long double slack = (long double)(terms + 32) * 2 * U;
    return end == PLD__VERIFY_UPPER ? sum * (1 + slack) : sum * (1 - slack);
}

void pld__verify_law_sort(pld__verify_law *law, pld__verify_end end) {
    place *places = pld__allocate(law->count + 1, sizeof *places);
    if (!places)
        return; /* products need no order */
    for (size_t i = 0; i < law->count; i++)
        places[i] = (place){law->loss[i], law->mass[i]};
    qsort(places, law->count, sizeof *places, by_loss);
    size_t kept = 0;
    for (size_t i = 0; i < law->count;) {
        size_t first = i;
        long double mass = 0;
        for (; i < law->count && places[i].loss == places[first].loss; i++)
            mass += places[i].mass;
        law->loss[kept] = places[first].loss;
        law->mass[kept++] = i == first + 1 ? mass : outward(mass, i - first, end);
    }
    law->count = kept;
    pld__free(places);
}

/* --- products ------------------------------------------------------------------------------------------------------- */

/* 1 - e^-d for d >= 0, good to 24 U. The series alternates: what is left out is below its next term. */
static long double fallen(long double d) {
    if (d < 0x1p-12L) /* d^5/6! < 2^-69 */
        return d * (1 - d / 2 * (1 - d / 3 * (1 - d / 4 * (1 - d / 5))));
    if (d < 0x1p-6L) /* d^9/10! < 2^-75 */
        return d * (1 - d / 2 * (1 - d / 3 * (1 - d / 4 * (1 - d / 5 * (1 - d / 6 * (1 - d / 7 * (1 - d / 8 * (1 - d / 9))))))));
    return -expm1l(-d);
}

/* Of a bin: mass, mass times 1 - e^-d with d the loss above its edge, and of how many terms. */
typedef struct {
    long double mass, above;
    size_t terms;
} bin;

typedef struct {
    const pld__verify_edges *edges;
    pld__verify_end end;
    long double least;
    bin *bins;
    bin below; /* the first edge */
    long double infinite;
    size_t infinite_terms;
} gathering;

/* The bin of a loss that is not below the first edge, near `start`. */
static size_t bin_of(const pld__verify_edges *edges, long double loss, size_t start) {
    size_t low = start, high = edges->count;
    if (edges->loss[low] > loss)
        low = 0;
    for (size_t step = 1; low + step < edges->count; step *= 2)
        if (edges->loss[low + step] > loss) {
            high = low + step;
            break;
        } else
            low += step;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (edges->loss[middle] > loss)
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void gather_couple(gathering *to, long double a, long double b, long double mass, size_t *near) {
    if (mass < to->least) {
        if (to->end == PLD__VERIFY_UPPER) {
            to->infinite += mass;
            to->infinite_terms++;
        }
        return;
    }
    /* A number that is certainly on the right side of a + b. */
    long double slack = 4 * U * (fabsl(a) + fabsl(b)), loss = to->end == PLD__VERIFY_UPPER ? a + b + slack : a + b - slack;
    bin *into = &to->below;
    long double share = 0;
    if (loss >= to->edges->loss[0]) {
        *near = bin_of(to->edges, loss, *near);
        into = &to->bins[*near];
        share = fallen(loss - to->edges->loss[*near]);
    }
    into->mass += mass;
    into->above += mass * share;
    into->terms++;
}

static void gather(gathering *to, const pld__verify_law *a, const pld__verify_law *b) {
    size_t start = 0;
    for (size_t i = 0; i < a->count; i++) {
        bool same = a == b;
        size_t near = start;
        for (size_t j = same ? i : 0; j < b->count; j++) {
            long double mass = a->mass[i] * b->mass[j];
            gather_couple(to, a->loss[i], b->loss[j], same && j > i ? 2 * mass : mass, &near);
            if (j == (same ? i : 0))
                start = near;
        }
    }
}

/* 1 - (1 - a)(1 - b) of masses at infinity, of laws that may have less or more than 1 in all: what has infinite loss in one of
 * them. */
static long double infinite_of(const pld__verify_law *a, const pld__verify_law *b, pld__verify_end end) {
    long double a_total = a->infinite, b_finite = 0;
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
    long double infinite = a->infinite > 0 || b->infinite > 0 ? infinite_of(a, b, to->end) : 0;
    to->infinite = outward(to->infinite, to->infinite_terms, to->end) + infinite;
    to->infinite *= to->end == PLD__VERIFY_UPPER ? 1 + 2 * U : 1 - 2 * U;
}

/* Each bin to its two edges, the last to its edge and infinity. Masses are at edges, in their order. */
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
        long double mass = outward(here->mass, here->terms, PLD__VERIFY_UPPER);
        long double whole = last ? 1 : fallen(from->edges->loss[k + 1] - from->edges->loss[k]) * (1 - 64 * U);
        long double raised = outward(here->above, here->terms, PLD__VERIFY_UPPER) / whole * (1 + 4 * U);
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
        long double share =
            outward(here->above, here->terms, PLD__VERIFY_LOWER) / outward(here->mass, here->terms, PLD__VERIFY_UPPER);
        long double edge = from->edges->loss[k], beyond = share > 0 ? -log1pl(-fminl(share, 1 - 64 * U)) * (1 - 64 * U) : 0;
        long double loss = edge + beyond - 4 * U * (fabsl(edge) + beyond);
        made->loss[made->count] = fmaxl(loss, edge);
        made->mass[made->count++] = outward(here->mass, here->terms, PLD__VERIFY_LOWER);
    }
    return true;
}

bool pld__verify_law_product(const pld__verify_law *a, const pld__verify_law *b, const pld__verify_edges *edges,
                             pld__verify_end end, long double least, pld__verify_law *made) {
    gathering to = {.edges = edges, .end = end, .least = least, .bins = pld__allocate(edges->count, sizeof *to.bins)};
    *made = (pld__verify_law){.count = 0};
    if (!to.bins)
        return false;
    start_gathering(&to, a, b);
    bool fine = end == PLD__VERIFY_UPPER ? spread(&to, made) : merge(&to, made);
    pld__free(to.bins);
    return fine;
}

bool pld__verify_law_delta(const pld__verify_law *a, const pld__verify_law *b, long double epsilon, pld__verify_end end,
                           long double least, long double *delta) {
    bin only;
    pld__verify_edges edge = {1, &epsilon};
    gathering to = {.edges = &edge, .end = end, .least = least, .bins = &only};
    start_gathering(&to, a, b);
    *delta = outward(outward(only.above, only.terms, end) + to.infinite, 0, end);
    return true;
}
