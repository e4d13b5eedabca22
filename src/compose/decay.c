#include "compose/decay.h"

#include "base/base.h"
#include "bound/roundoff.h"
#include "bound/spectrum.h"
#include "compose/fft.h"

#include <math.h>

enum { OVERSAMPLING = 24, LONGEST_RUN = 1 << 16, SHORTEST_RUN = 3 };

void pld__decay_free(pld__decay *decay) {
    pld__free(decay->high);
    decay->high = NULL;
}

/* The run of equally spaced nodes with the most mass: the set of both theorems (T18, T19). */
static void find_run(const pld__law *law, size_t *from, size_t *to) {
    double most = 0;
    *from = *to = 0;
    for (size_t start = 0; start + 1 < law->count;) {
        int64_t spacing = pld__law_node(law, start + 1) - pld__law_node(law, start);
        size_t end = start + 2;
        double mass = law->weight[start] + law->weight[start + 1];
        while (end < law->count && pld__law_node(law, end) - pld__law_node(law, end - 1) == spacing && end - start < LONGEST_RUN)
            mass += law->weight[end++];
        if (mass > most && end - start >= SHORTEST_RUN) {
            most = mass;
            *from = start;
            *to = end;
        }
        start = end - 1;
    }
}

static pld__run moments_of(const pld__law *law, size_t from, size_t to) {
    long double mass = 0, mean = 0, second = 0, fourth = 0, reach = 0;
    for (size_t i = from; i < to; i++) {
        mass += law->weight[i];
        mean += law->weight[i] * (long double)(i - from);
    }
    mean /= mass;
    for (size_t i = from; i < to; i++) {
        long double away = (long double)(i - from) - mean, square = away * away;
        second += law->weight[i] * square;
        fourth += law->weight[i] * square * square;
        reach += law->weight[i] * fabsl(away);
    }
    return (pld__run){(double)mass, (double)mean, (double)second, (double)fourth, (double)reach};
}

/* Theorem (T19) at samples `gap` apart: each angle is within gap/2 of one. From each sample the largest up to the last. */
static pld_status sample(const pld__law *law, size_t from, size_t to, pld__decay *decay) {
    size_t length = pld__fft_length(OVERSAMPLING * (to - from));
    double *buffer = pld__allocate(pld__fft_buffer(length), sizeof(double));
    if (!buffer)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < pld__fft_buffer(length); i++)
        buffer[i] = i < to - from ? law->weight[from + i] : 0;
    pld_status status = pld__fft_forward(length, buffer);
    if (status != PLD_OK) {
        pld__free(buffer);
        return status;
    }
    decay->gap = 2 * PLD__PI / (double)length;
    double last = fmin(ceil(decay->last / decay->gap) + 1, (double)(length / 2));
    decay->samples = (size_t)last + 1;
    double outside = 1 + decay->excess - decay->run.mass;
    /* The angles themselves are rounded, by far less than a millionth of a gap. */
    double more = decay->run.reach * decay->gap / 2 * (1 + 1e-6) + pld__bound_transform(length) + outside + 1e-12;
    for (size_t k = 0; k < decay->samples; k++)
        buffer[k] = sqrt(buffer[2 * k] * buffer[2 * k] + buffer[2 * k + 1] * buffer[2 * k + 1]) + more;
    for (size_t k = decay->samples - 1; k-- > 0;)
        buffer[k] = fmax(buffer[k], buffer[k + 1]);
    decay->high = buffer;
    return PLD_OK;
}

pld_status pld__decay_create(const pld__law *law, double highest, pld__decay *decay) {
    *decay = (pld__decay){0};
    decay->excess = pld__law_excess(law);
    size_t from = 0, to = 0;
    if (!law->losses)
        find_run(law, &from, &to);
    if (to == from)
        return PLD_OK;
    double spacing = law->width * (double)(pld__law_node(law, from + 1) - pld__law_node(law, from));
    /* Beyond half a turn of the spacing the run's transform comes back. */
    if (!(highest * spacing <= 0.999 * PLD__PI))
        return PLD_OK;
    decay->spacing = spacing;
    decay->last = highest * spacing;
    decay->run = moments_of(law, from, to);
    pld__bound_spectrum_low(0, decay->run.mass, decay->run.second, decay->run.fourth, 0, &decay->middle);
    return sample(law, from, to, decay);
}

double pld__decay_beyond(const pld__decay *decay, double from) {
    double none = fmax(log1p(decay->excess), 0) + 4 * PLD__U, angle = from * decay->spacing, low = -INFINITY, end;
    if (!decay->high)
        return none;
    if (angle < decay->middle)
        low = pld__bound_spectrum_low(decay->excess, decay->run.mass, decay->run.second, decay->run.fourth, angle, &end);
    double start = fmax(angle, decay->middle);
    size_t first = (size_t)fmin(fmax(floor(start / decay->gap), 0), (double)(decay->samples - 1));
    return fmin(none, fmax(low, log(decay->high[first])) + 4 * PLD__U);
}
