#include "law/law.h"

#include "base/base.h"

#include <math.h>
#include <string.h>

pld__law *pld__law_create(double width, int64_t first, size_t count, bool listed, double theta) {
    pld__law *law = pld__allocate(1, sizeof *law);
    double *weight = pld__allocate(count, sizeof *weight);
    int64_t *nodes = listed ? pld__allocate(count, sizeof *nodes) : NULL;
    if (!law || !weight || (listed && !nodes)) {
        pld__free(law);
        pld__free(weight);
        pld__free(nodes);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        weight[i] = 0;
    *law =
        (pld__law){.width = width, .first = first, .nodes = nodes, .count = count, .theta = theta, .weight = weight, .finite = 1};
    return law;
}

void pld__law_free(pld__law *law) {
    if (!law)
        return;
    pld__free(law->weight);
    pld__free(law->nodes);
    pld__free(law->losses);
    pld__free(law);
}

int64_t pld__law_node(const pld__law *law, size_t index) {
    return law->nodes ? law->nodes[index] : law->first + (int64_t)index;
}

double pld__law_loss(const pld__law *law, size_t index) {
    return law->losses ? law->losses[index] : law->offset + (double)pld__law_node(law, index) * law->width;
}

double pld__law_size(const pld__law *law, size_t index) {
    return law->losses ? fabs(law->losses[index]) : fabs(law->offset) + 2 * fabs((double)pld__law_node(law, index)) * law->width;
}

long double pld__law_exact_loss(const pld__law *law, size_t index) {
    return law->losses ? law->losses[index] : law->offset + (long double)pld__law_node(law, index) * law->width;
}

size_t pld__law_above(const pld__law *law, double loss) {
    size_t low = 0, high = law->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pld__law_loss(law, middle) > loss)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void pld__law_normalise(pld__law *law, bool upper) {
    long double sum = 0;
    for (size_t i = 0; i < law->count; i++)
        sum += law->weight[i];
    if (!(sum > 0 &&
          isfinite(sum))) { /* nothing to compose: everything at infinity is an upper law, nothing at all a lower one */
        for (size_t i = 0; i < law->count; i++)
            law->weight[i] = 0;
        law->infinity = upper ? 1 : 0;
        return;
    }
    /* This rounds each weight once more, which the tilt errors in spread.c and merge.c have paid for. */
    double factor = (double)(1 / sum);
    for (size_t i = 0; i < law->count; i++)
        law->weight[i] *= factor;
    law->log_moment -= logl((long double)factor);
}

void pld__law_trim(pld__law *law) {
    size_t from = 0, to = law->count;
    while (from + 1 < to && law->weight[from] == 0)
        from++;
    while (to > from + 1 && law->weight[to - 1] == 0)
        to--;
    law->first = pld__law_node(law, from);
    law->count = to - from;
    memmove(law->weight, law->weight + from, law->count * sizeof *law->weight);
    if (law->nodes)
        memmove(law->nodes, law->nodes + from, law->count * sizeof *law->nodes);
    if (law->losses)
        memmove(law->losses, law->losses + from, law->count * sizeof *law->losses);
}

/* Numbers below this have few digits left, or will have when they are tilted (T8). */
static const double SMALL_WEIGHT = 1e-300;

/* The weight that a part starts from: with what may have been lost, or without what is about to be. */
static double weight_for(const pld__law *law, size_t index, bool upper) {
    double weight = law->weight[index];
    return upper ? weight + PLD__LOST_WEIGHT : weight >= SMALL_WEIGHT ? weight : 0;
}

/* log weight + away * loss within 1, the largest over the nodes from .. to - 1; -INFINITY if they have no mass. */
static double largest_exponent(const pld__law *law, size_t from, size_t to, double away, bool upper) {
    double largest = -INFINITY;
    for (size_t i = from; i < to; i++) {
        double weight = weight_for(law, i, upper);
        if (weight > 0) {
            int exponent;
            (void)frexp(weight, &exponent);
            largest = fmax(largest, exponent * 0.6931471805599453 + away * pld__law_loss(law, i));
        }
    }
    return largest;
}

/* An empty law on the nodes from .. to - 1 of another. */
static pld__law *create_like(const pld__law *law, size_t from, size_t to, double theta) {
    pld__law *made = pld__law_create(law->width, pld__law_node(law, from), to - from, law->nodes, theta);
    if (!made)
        return NULL;
    made->offset = law->offset;
    made->label_error = law->label_error;
    if (law->losses && !(made->losses = pld__allocate(to - from, sizeof(double)))) {
        pld__law_free(made);
        return NULL;
    }
    for (size_t i = from; i < to; i++) {
        if (law->nodes)
            made->nodes[i - from] = law->nodes[i];
        if (law->losses)
            made->losses[i - from] = law->losses[i];
    }
    return made;
}

pld_status pld__law_part(const pld__law *law, size_t from, size_t to, double theta, bool upper, pld__law **created) {
    double away = theta - law->theta, shift = largest_exponent(law, from, to, away, upper);
    *created = NULL;
    if (shift == -INFINITY)
        return PLD_OK;
    pld__law *part = create_like(law, from, to, theta);
    if (!part)
        return PLD_ERROR_MEMORY;
    for (size_t i = from; i < to; i++) {
        double exponent = away * pld__law_loss(law, i);
        /* In units of u: the tilt's difference, the loss and their product round the exponent by 4 of what it is made of, the
         * next difference by 1 of both; exp, five products and the normalisation by 1 or 2 each; log_moment is a sum of long
         * doubles. */
        double parts = 6 * fabs(away) * pld__law_size(law, i) + 2 * fabs(shift) + (double)fabsl(law->log_moment) / 256 +
                       PLD__PART_WIDENING / PLD__U;
        double tilted = weight_for(law, i, upper) * exp(exponent - shift);
        part->weight[i - from] = upper                    ? tilted * (1 + parts * PLD__U)
                                 : tilted >= SMALL_WEIGHT ? tilted * (1 - parts * PLD__U)
                                                          : 0;
    }
    part->log_moment = law->log_moment + shift;
    pld__law_normalise(part, upper);
    part->infinity = 0;
    /* Last, so that nothing can take it away again. */
    for (size_t i = 0; upper && i < part->count; i++)
        part->weight[i] = fmax(part->weight[i], PLD__LOST_WEIGHT);
    *created = part;
    return PLD_OK;
}

/* Every sum's rounding error is itself a number, which is summed beside it. */
double pld__law_excess(const pld__law *law) {
    long double sum = -1, lost = 0;
    for (size_t i = 0; i < law->count; i++) {
        long double weight = law->weight[i], next = sum + weight;
        lost += fabsl(sum) >= weight ? (sum - next) + weight : (weight - next) + sum;
        sum = next;
    }
    return (double)(sum + lost);
}

double pld__law_log_moment(const pld__law *law, double lambda) {
    double away = lambda - law->theta;
    /* Scaled by the largest term of a sample. */
    double scale = -INFINITY;
    size_t step = law->count / 512 + 1;
    for (size_t i = 0; i < law->count; i += step)
        if (law->weight[i] > 0)
            scale = fmax(scale, away * pld__law_loss(law, i) + log(law->weight[i]));
    if (scale == -INFINITY)
        scale = 0;
    long double sum = 0;
    for (size_t i = 0; i < law->count; i++) {
        double exponent = away * pld__law_loss(law, i) - scale;
        if (law->weight[i] > 0)
            sum += exponent < 600 ? law->weight[i] * exp(exponent) : (double)(law->weight[i] * expl((long double)exponent));
    }
    return (double)(law->log_moment + logl(sum) + scale);
}

/* The exponent is off by u times its parts, exp by an ulp, the product by u, the result by an ulp; sums are in long double. */
double pld__law_moment_error(const pld__law *law, double lambda) {
    double ends = fmax(pld__law_size(law, 0), pld__law_size(law, law->count - 1));
    return PLD__U * (16 + 8 * fabs(lambda - law->theta) * ends + 8 * (double)fabsl(law->log_moment) + 1500);
}
