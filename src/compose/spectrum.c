#include "compose/spectrum.h"

#include "base/base.h"

#include <complex.h>
#include <math.h>

/* e^(a + ib) - 1 without cancellation. */
static double complex expm1_complex(double real, double imaginary) {
    double half = sin(imaginary / 2), growth = expm1(real);
    return CMPLX(growth - (growth + 1) * 2 * half * half, (growth + 1) * sin(imaginary));
}

/* sum of e^((-decay h + i phase) m) over m = 0 .. count - 1: (r^count - 1)/(r - 1). */
static double complex geometric(double decay_width, double phase, double count) {
    /* phase is below pi; phase * count is reduced before it is rounded. */
    return expm1_complex(-decay_width * count, remainder(phase * count, 2 * PLD__PI)) / expm1_complex(-decay_width, phase);
}

/* Rounding. Every factor is good to a few u but for the phases: 2 pi k (J or count) / n is off by u times its size, which is at most
 * 2 pi k. The two geometric sums cancel to about 1/(theta + 1) of their size. r^count - 1, whose absolute error is the same, is at
 * least 1 - e^(-theta h count). So each term errs by at most 64 u (1 + k)/(1 - e^(-theta h count)) times the sum of the absolute values of
 * its two parts, and these are what `error` adds up. */
pld__spectral_sum pld__spectrum_sum(const pld__composed *composed, double epsilon) {
    size_t n = composed->count;
    double theta = composed->theta, width = composed->width;
    /* The first node above epsilon. */
    double first = (double)floorl((epsilon - composed->first_loss) / width) + 1;
    first = fmin(fmax(first, 0), (double)n);
    double y = (double)(composed->first_loss + (long double)first * width - epsilon), count = (double)n - first;
    pld__spectral_sum sum = {0, 0, 0};
    if (!(count > 0))
        return sum;
    double slow = exp(-theta * y), fast = slow * exp(-y);
    /* J modulo n, exactly, so that 2 pi k J / n is small for the k that matter. */
    double index = (double)composed->start + first;
    index = index >= (double)n ? index - (double)n : index;
    double rounding = 64 * PLD__U / -expm1(-theta * width * count);
    for (size_t k = 0; k < composed->frequencies; k++) {
        double phase = 2 * PLD__PI * (double)k / (double)n;
        double angle = 2 * PLD__PI * remainder((double)k * index / (double)n, 1);
        double complex turned = CMPLX(composed->spectrum[2 * k], composed->spectrum[2 * k + 1]) * CMPLX(cos(angle), sin(angle));
        double complex left = slow * geometric(theta * width, phase, count),
                       right = fast * geometric((theta + 1) * width, phase, count);
        double twice = k == 0 ? 1 : 2;
        sum.hockey += twice * creal(turned * (left - right));
        sum.slope += twice * creal(turned * right);
        sum.error += twice * rounding * (double)(1 + k) * cabs(turned) * (cabs(left) + cabs(right));
        if (composed->spectrum_error)
            sum.error += twice * composed->spectrum_error[k] * cabs(left - right);
    }
    long double inverse = 1 / (long double)n;
    return (pld__spectral_sum){sum.hockey * inverse, sum.slope * inverse, sum.error * inverse};
}
