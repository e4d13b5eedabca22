/* One Gaussian mixture of unit variance: creation and evaluation. */
#include "base/base.h"
#include "pair/mixture.h"

#include <math.h>
#include <string.h>

static const double NEGLIGIBLE = 1e-22;
static const long double LIGHTEST = 1e-4900L; /* long double ends at 1e-4932 */

void pld__mixture_density_free(pld__mixture_density *side) {
    pld__free(side->weight);
    pld__free(side->log_weight);
    pld__free(side->mean);
    pld__free(side->log_ratio);
    pld__free(side->bend);
    *side = (pld__mixture_density){0};
}

/* Ladders: see the struct. The tolerance on the spacing only has to notice unequal spacing: within it the products differ from
 * the exponentials by less than rounding, because means that are multiples of one step are exact to an ulp. */
static void set_ladder(pld__mixture_density *side, const long double *share) {
    size_t count = side->count;
    if (count < 2)
        return;
    side->spacing = (side->mean[count - 1] - side->mean[0]) / (double)(count - 1);
    side->ladder = true;
    double largest = fmax(fabs(side->mean[0]), fabs(side->mean[count - 1]));
    for (size_t i = 0; i + 1 < count; i++) {
        if (fabs(side->mean[i + 1] - side->mean[i] - side->spacing) > 4 * PLD__U * largest)
            side->ladder = false;
        /* From quotients of weights, not from differences of their logs: those of tiny weights carry hundreds of units of u. */
        long double quotient = share[i + 1] / share[i];
        side->log_ratio[i] = (double)logl(quotient) - side->spacing * (side->mean[i] + side->mean[i + 1]) / 2;
        if (i > 0)
            side->bend[i - 1] = (double)(quotient / (share[i] / share[i - 1])) * exp(-side->spacing * side->spacing);
        if (i > 0) {
            if (side->bend[i - 1] > 1)
                side->ladder = false;
        }
    }
}

pld_status pld__mixture_density_create(size_t count, const long double *weight, const double *mean, pld__mixture_density *side,
                                       long double *dropped) {
    pld__mixture_density made = {0};
    made.weight = pld__allocate(count, sizeof(double));
    made.log_weight = pld__allocate(count, sizeof(double));
    made.mean = pld__allocate(count, sizeof(double));
    made.log_ratio = pld__allocate(count, sizeof(double));
    made.bend = pld__allocate(count, sizeof(double));
    if (!made.weight || !made.log_weight || !made.mean || !made.log_ratio || !made.bend) {
        pld__mixture_density_free(&made);
        return PLD_ERROR_MEMORY;
    }
    long double *kept = pld__allocate(count, sizeof *kept), total = 0, lost = 0;
    if (!kept) {
        pld__mixture_density_free(&made);
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        total += weight[i];
    for (size_t i = 0; i < count; i++) {
        long double share = weight[i] / total, others = 0;
        if (share < LIGHTEST) {
            lost += share;
            continue;
        }
        kept[made.count] = share;
        made.weight[made.count] = (double)share;
        /* The complement of a heavy weight is a sum of the others, never a difference from 1: that of q = 1e-20 has all its
         * digits. */
        for (size_t j = 0; share > 0.5L && j < count; j++)
            others += j == i ? 0 : weight[j];
        made.log_weight[made.count] = (double)(share > 0.5L ? log1pl(-others / total) : logl(share));
        made.mean[made.count++] = mean[i];
    }
    set_ladder(&made, kept);
    pld__free(kept);
    *side = made;
    *dropped += lost;
    return PLD_OK;
}

/* The largest term of a ladder: the first i with t_(i+1) <= t_i. */
static size_t ladder_top(const pld__mixture_density *side, double x) {
    size_t low = 0, high = side->count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (side->log_ratio[middle] + side->spacing * x <= 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Called with every term that matters, over the largest one. */
typedef void visitor(void *context, const pld__mixture_density *side, size_t index, double term);

/* `exponential` counts the rounding of a term in units of u: `size` for its exponent per step from the top, `bend` for the
 * products. */
static inline void ladder_visit(const pld__mixture_density *side, double x, pld__mixture_density_value *value, visitor *visit,
                                void *context) {
    size_t top = ladder_top(side, x);
    double sum = 1, moment = 0, square = 0, exponential = 0, shift = side->spacing * x;
    double bend_size = 4 + side->spacing * side->spacing;
    *value = (pld__mixture_density_value){.top = top, .low = top, .high = top};
    visit(context, side, top, 1);
    if (top + 1 < side->count) {
        double ratio = exp(side->log_ratio[top] + shift), term = 1;
        double size = fabs(side->log_ratio[top]) + fabs(shift) + 4;
        for (size_t i = top + 1; i < side->count && (term *= ratio) > NEGLIGIBLE; i++) {
            double steps = (double)(i - top);
            sum += term;
            moment += steps * term;
            square += steps * steps * term;
            exponential += steps * term * (size + steps * bend_size);
            value->high = i;
            visit(context, side, i, term);
            if (i + 1 < side->count)
                ratio *= side->bend[i - 1];
        }
    }
    if (top > 0) {
        double ratio = exp(-(side->log_ratio[top - 1] + shift)), term = 1;
        double size = fabs(side->log_ratio[top - 1]) + fabs(shift) + 4;
        for (size_t i = top; i-- > 0 && (term *= ratio) > NEGLIGIBLE;) {
            double steps = (double)(top - i);
            sum += term;
            moment -= steps * term;
            square += steps * steps * term;
            exponential += steps * term * (size + steps * bend_size);
            value->low = i;
            visit(context, side, i, term);
            if (i > 0)
                ratio *= side->bend[i - 1];
        }
    }
    moment /= sum;
    value->sum = sum;
    value->mean = side->mean[top] + side->spacing * moment;
    value->variance = side->spacing * side->spacing * fmax(square / sum - moment * moment, 0);
    value->exponential = exponential / sum;
}

static inline void general_visit(const pld__mixture_density *side, double x, pld__mixture_density_value *result, visitor *visit,
                                 void *context) {
    pld__mixture_density_value value = {0};
    double best = -INFINITY;
    for (size_t i = 0; i < side->count; i++) {
        double exponent = side->log_weight[i] + side->mean[i] * (x - side->mean[i] / 2);
        if (exponent > best) {
            best = exponent;
            value.top = i;
        }
    }
    double sum = 0, moment = 0, square = 0, exponential = 0;
    value.low = value.high = value.top;
    double top_mean = side->mean[value.top];
    for (size_t i = 0; i < side->count; i++) {
        double away = side->mean[i] - top_mean, shift = away * (x - (side->mean[i] + top_mean) / 2);
        double log_share = side->log_weight[i] - side->log_weight[value.top];
        double term = i == value.top ? 1 : exp(log_share + shift);
        if (term <= NEGLIGIBLE)
            continue;
        if (i < value.low)
            value.low = i;
        if (i > value.high)
            value.high = i;
        sum += term;
        moment += away * term;
        square += away * away * term;
        if (i != value.top)
            exponential +=
                term * (fabs(side->log_weight[i]) + fabs(side->log_weight[value.top]) + 3 * fabs(shift) + fabs(away * x) + 4);
        visit(context, side, i, term);
    }
    moment /= sum;
    value.sum = sum;
    value.mean = top_mean + moment;
    value.variance = fmax(square / sum - moment * moment, 0);
    value.exponential = exponential / sum;
    *result = value;
}

static inline void side_visit(const pld__mixture_density *side, double x, pld__mixture_density_value *value, visitor *visit,
                              void *context) {
    if (side->count == 1) {
        *value = (pld__mixture_density_value){.sum = 1, .mean = side->mean[0]};
        visit(context, side, 0, 1);
    } else if (side->ladder) {
        ladder_visit(side, x, value, visit, context);
    } else {
        general_visit(side, x, value, visit, context);
    }
}

static inline void visit_nothing(void *context, const pld__mixture_density *side, size_t index, double term) {
    (void)context, (void)side, (void)index, (void)term;
}

pld__mixture_density_value pld__mixture_density_evaluate(const pld__mixture_density *side, double x) {
    pld__mixture_density_value value;
    side_visit(side, x, &value, visit_nothing, NULL);
    return value;
}

typedef struct {
    double x, *coefficient;
} series_context;

/* e^(y t - t^2/2) = sum_m He_m(y)/m! t^m, and He_(m+1) = y He_m - m He_(m-1). */
static inline void visit_series(void *context, const pld__mixture_density *side, size_t index, double term) {
    static const double inverse[PLD__SERIES] = {1, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6, 1.0 / 7};
    series_context *series = context;
    double y = side->mean[index] - series->x, before = 0, current = term;
    series->coefficient[0] += current;
    for (int m = 1; m < PLD__SERIES; m++) {
        double next = (y * current - before) * inverse[m];
        before = current;
        current = next;
        series->coefficient[m] += current;
    }
}

pld__mixture_density_value pld__mixture_density_series(const pld__mixture_density *side, double x, double *coefficient) {
    pld__mixture_density_value value;
    series_context series = {x, coefficient};
    for (int m = 0; m < PLD__SERIES; m++)
        coefficient[m] = 0;
    side_visit(side, x, &value, visit_series, &series);
    return value;
}
