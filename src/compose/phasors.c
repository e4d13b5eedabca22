#include "compose/phasors.h"

#include "base/base.h"

#include <math.h>

/* Sums go in blocks of LANES running sums; every RESTART frequencies the angles are taken anew. */
enum { LANES = 4, COUPLES = LANES / 2, BLOCK = 64, RESTART = 64 };

/* Two doubles side by side, operated on as one; arrays from pld__allocate are aligned for them. */
typedef double couple __attribute__((vector_size(16), may_alias));

void pld__phasors_free(pld__phasors *phasors) {
    pld__free(phasors->weight);
    pld__free(phasors->angle);
    pld__free(phasors->real);
    pld__free(phasors->imaginary);
    pld__free(phasors->step_real);
    pld__free(phasors->step_imaginary);
    *phasors = (pld__phasors){0};
}

/* e^(i angle) - 1 without cancellation. */
static inline void turn_from_zero(double angle, double *real, double *imaginary) {
    double half = sin(angle / 2);
    *real = -2 * half * half;
    *imaginary = 2 * half * cos(angle / 2);
}

/* The node nearest the mean, counted from the offset if the law is on a lattice: distances from it are then exact. */
static long double find_centre(const pld__law *law, int64_t *node) {
    long double mean = 0;
    for (size_t i = 0; i < law->count; i++)
        mean += law->weight[i] * (law->losses ? (long double)law->losses[i] : (long double)pld__law_node(law, i));
    *node = law->losses ? 0 : (int64_t)roundl(mean);
    return law->losses ? (long double)(double)mean : law->offset + (long double)*node * law->width;
}

pld_status pld__phasors_create(const pld__law *law, double unit, pld__phasors *phasors) {
    size_t padded = (law->count + BLOCK - 1) / BLOCK * BLOCK;
    *phasors = (pld__phasors){.law = law, .padded = padded};
    double **arrays[] = {&phasors->weight,    &phasors->angle,     &phasors->real,
                         &phasors->imaginary, &phasors->step_real, &phasors->step_imaginary};
    for (size_t a = 0; a < sizeof arrays / sizeof arrays[0]; a++) {
        *arrays[a] = pld__allocate(padded, sizeof(double));
        if (!*arrays[a]) {
            pld__phasors_free(phasors);
            return PLD_ERROR_MEMORY;
        }
        for (size_t i = law->count; i < padded; i++)
            (*arrays[a])[i] = 0;
    }
    int64_t node;
    phasors->centre = find_centre(law, &node);
    for (size_t i = 0; i < law->count; i++) {
        double away =
            law->losses ? (double)(law->losses[i] - phasors->centre) : (double)(pld__law_node(law, i) - node) * law->width;
        phasors->weight[i] = law->weight[i];
        phasors->angle[i] = unit * away;
        turn_from_zero(phasors->angle[i], &phasors->step_real[i], &phasors->step_imaginary[i]);
        phasors->spread += law->weight[i] * fabs(phasors->angle[i]);
    }
    phasors->excess = pld__law_excess(law);
    return PLD_OK;
}

static void restart(pld__phasors *phasors) {
    for (size_t i = 0; i < phasors->law->count; i++)
        turn_from_zero((double)phasors->k * phasors->angle[i], &phasors->real[i], &phasors->imaginary[i]);
}

/* The sums at k, and one step on: with d = e^(i k phi) - 1 and f = e^(i phi) - 1 the next d is d + f + d f. */
void pld__phasors_next(pld__phasors *phasors, double *real, double *imaginary) {
    if (phasors->k % RESTART == 0)
        restart(phasors);
    double sum_real = 0, sum_imaginary = 0;
    for (size_t from = 0; from < phasors->padded; from += BLOCK) {
        couple lane_real[COUPLES] = {{0}}, lane_imaginary[COUPLES] = {{0}};
        for (size_t i = from; i < from + BLOCK; i += LANES)
            for (size_t lane = 0; lane < COUPLES; lane++) {
                size_t at = i + 2 * lane;
                couple *real_at = (couple *)(phasors->real + at), *imaginary_at = (couple *)(phasors->imaginary + at);
                couple d = *real_at, e = *imaginary_at, weight = *(const couple *)(phasors->weight + at);
                couple f = *(const couple *)(phasors->step_real + at), g = *(const couple *)(phasors->step_imaginary + at);
                lane_real[lane] += weight * d;
                lane_imaginary[lane] += weight * e;
                *real_at = d + (f + (d * f - e * g));
                *imaginary_at = e + (g + (d * g + e * f));
            }
        sum_real += (lane_real[0][0] + lane_real[0][1]) + (lane_real[1][0] + lane_real[1][1]);
        sum_imaginary += (lane_imaginary[0][0] + lane_imaginary[0][1]) + (lane_imaginary[1][0] + lane_imaginary[1][1]);
    }
    *real = sum_real + phasors->excess;
    *imaginary = sum_imaginary;
    phasors->k++;
}

/* Theorem (T20). In units of u w k |phi|, summed: an angle is off by 5 (the unit, the distance, their product, the one with k),
 * sin, cos and products add
 * 7. One of r steps on from a restart, z' = z + (f + z f), rounds its products, difference and first sum by 6 |phi|, as |z| <= 2
 * and |1 + z| = 1, and its last sum by k |phi|, and brings f's own error, 12 |phi|: together 18 and r, as r <= k. The running
 * sums have at most BLOCK/LANES + 2 terms and there are padded/BLOCK blocks. The excess is good to an ulp and 2^-86, and is added
 * once. */
double pld__phasors_error(const pld__phasors *phasors, double k) {
    double steps = fmod(k, RESTART), sums = BLOCK / LANES + 4 + (double)phasors->padded / BLOCK;
    return PLD__U * (phasors->spread * k * (32 + steps + sums) + 4 * fabs(phasors->excess)) + 0x1p-86;
}
