#include "baseline/program.h"

#include "base/base.h"
#include "compose/fft.h"

#include <complex.h>
#include <math.h>

bool pld__program_refuses(const pld__baseline_question *question, pld_baseline_answer *answer) {
    bool fits = true;
    for (size_t i = 0; i < question->step_count; i++) {
        const pld__traits *traits = &question->steps[i].mechanism->traits;
        fits = fits && (traits->kind == PLD__KIND_GAUSSIAN ||
                        (traits->kind == PLD__KIND_POISSON_GAUSSIAN && traits->removed == 1 && traits->added == 0));
    }
    if (!fits)
        (void)pld__baseline_refuse(answer, "it is recomputed for Gaussian noise on one record, plain or with Poisson sampling");
    else if (question->adjacency == PLD_ADJACENCY_REPLACE || question->adjacency == PLD_ADJACENCY_ZERO_OUT)
        (void)pld__baseline_refuse(answer, "it is recomputed for records that are added or removed");
    else
        fits = !pld__baseline_refuses_zero(question, answer);
    return !answer->applicable || !fits;
}

void pld__masses_free(pld__masses *masses) {
    pld__free(masses->mass);
    *masses = (pld__masses){0};
}

/* A transform of so many points of these masses. */
static pld_status transform(const pld__masses *of, size_t length, double **made) {
    size_t size = pld__fft_buffer(length);
    double *buffer = pld__allocate(size, sizeof *buffer);
    if (!buffer)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < size; i++)
        buffer[i] = 0;
    for (size_t i = 0; i < of->count; i++)
        buffer[i] = of->mass[i];
    pld_status status = pld__fft_forward(length, buffer);
    if (status == PLD_OK)
        *made = buffer;
    else
        pld__free(buffer);
    return status;
}

/* Back from a transform: `count` masses from place `first` on, round the end. Takes the buffer. */
static pld_status untransform(double *buffer, size_t length, size_t first, size_t count, pld__masses *made) {
    double *mass = pld__allocate(count, sizeof *mass);
    pld_status status = mass ? pld__fft_backward(length, buffer) : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++)
        mass[i] = buffer[(first + i) % length] / (double)length;
    pld__free(buffer);
    if (status == PLD_OK) {
        made->mass = mass;
        made->count = count;
    } else {
        pld__free(mass);
    }
    return status;
}

pld_status pld__masses_power(const pld__masses *of, uint64_t times, uint64_t first, size_t count, pld__masses *made) {
    size_t length = pld__fft_length(count > of->count ? count : of->count);
    double *buffer = NULL;
    pld_status status = transform(of, length, &buffer);
    if (status != PLD_OK)
        return status;
    double complex *values = (double complex *)buffer;
    for (size_t i = 0; i <= length / 2; i++) {
        double size = cabs(values[i]);
        values[i] = size > 0 ? cexp((double)times * clog(values[i])) : 0;
    }
    *made = (pld__masses){.start = of->start * (double)times + (double)first * of->width, .width = of->width};
    return untransform(buffer, length, (size_t)(first % length), count, made);
}

pld_status pld__masses_add(const pld__masses *one, const pld__masses *other, pld__masses *made) {
    size_t count = one->count + other->count - 1, length = pld__fft_length(count);
    double *first = NULL, *second = NULL;
    pld_status status = transform(one, length, &first);
    if (status == PLD_OK)
        status = transform(other, length, &second);
    if (status != PLD_OK) {
        pld__free(first);
        return status;
    }
    double complex *values = (double complex *)first;
    const double complex *factors = (const double complex *)second;
    for (size_t i = 0; i <= length / 2; i++)
        values[i] *= factors[i];
    pld__free(second);
    *made = (pld__masses){.start = one->start + other->start, .width = one->width};
    return untransform(first, length, 0, count, made);
}
