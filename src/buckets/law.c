#include "buckets/law.h"

#include "base/base.h"

#include <math.h>

void pld__law_free(pld__law *law)
{
    if (!law)
        return;
    pld__free(law->mass);
    pld__free(law);
}

double pld__law_loss(const pld__law *law, size_t index)
{
    return law->offset + (double)(law->first + (int64_t)index) * law->width;
}

/* mass * e^exponent where the exponential alone may overflow although the product does not. */
static double scaled(double mass, double exponent)
{
    if (exponent > 600) {
        double half = exp(exponent / 2);
        return mass * half * half;
    }
    return mass * exp(exponent);
}

/* The largest lambda * loss + log mass, roughly: what the sums are scaled by. */
static double scale_of(const pld__law *law, double lambda)
{
    double largest = -INFINITY;
    size_t step = law->count / 512 + 1;
    for (size_t i = 0; i < law->count; i += step)
        if (law->mass[i] > 0)
            largest = fmax(largest, lambda * pld__law_loss(law, i) + log(law->mass[i]));
    return largest == -INFINITY ? 0 : largest;
}

double pld__law_log_moment(const pld__law *law, double lambda)
{
    double scale = scale_of(law, lambda);
    long double sum = 0;
    for (size_t i = 0; i < law->count; i++)
        if (law->mass[i] > 0)
            sum += scaled(law->mass[i], lambda * pld__law_loss(law, i) - scale);
    return (double)(logl(sum) + scale);
}

/* The exponent lambda * loss - scale is off by u times its parts, exp by an ulp, the product by u; sums are in long double. */
double pld__law_moment_error(const pld__law *law, double lambda)
{
    double ends = fmax(fabs(pld__law_loss(law, 0)), fabs(pld__law_loss(law, law->count - 1)));
    return PLD__U * (8 + 4 * fabs(lambda) * ends + 2 * fabs(scale_of(law, lambda)));
}

long double pld__law_tilt(const pld__law *law, double theta, double *weight)
{
    double scale = scale_of(law, theta);
    long double sum = 0;
    for (size_t i = 0; i < law->count; i++) {
        weight[i] = law->mass[i] > 0 ? scaled(law->mass[i], theta * pld__law_loss(law, i) - scale) : 0;
        sum += weight[i];
    }
    double factor = (double)(1 / sum);
    for (size_t i = 0; i < law->count; i++)
        weight[i] *= factor;
    return scale - logl((long double)factor);
}

long double pld__law_mass(const pld__law *law)
{
    long double sum = 0;
    for (size_t i = 0; i < law->count; i++)
        sum += law->mass[i];
    return sum;
}
