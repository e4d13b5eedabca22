/* Reading delta off a Fourier sum, less its aliases from below (T16), and what no Fourier sums covers. */
#include "base/base.h"
#include "bound/exponential.h"
#include "compose/fourier.h"

#include <math.h>

/* The sum over frequencies, and that with each times s, which is its slope. */
typedef struct {
    double sum, slope;
} sums;

static sums sum_terms(const pld__fourier *fourier, long double turns) {
    enum { RESTART = 32 };
    sums made = {0, 0};
    double unit = 2 * PLD__PI / fourier->period, angle = 2 * PLD__PI * (double)remainderl(turns, 1);
    double step_real = cos(angle), step_imaginary = sin(angle), real = 1, imaginary = 0;
    for (size_t k = 0; k < fourier->count; k++) {
        if (k % RESTART == 0) {
            double now = 2 * PLD__PI * (double)remainderl((long double)k * turns, 1);
            real = cos(now);
            imaginary = sin(now);
        }
        double a = fourier->term[2 * k] * real - fourier->term[2 * k + 1] * imaginary;
        double b = fourier->term[2 * k] * imaginary + fourier->term[2 * k + 1] * real;
        made.sum += a;
        made.slope += fourier->theta * a - unit * (double)k * b;
        double next = real * step_real - imaginary * step_imaginary;
        imaginary = real * step_imaginary + imaginary * step_real;
        real = next;
    }
    return made;
}

pld__fourier_delta pld__fourier_delta_at(const pld__fourier *fourier, double epsilon) {
    long double exponent = fourier->log_scale - fourier->theta * (long double)epsilon;
    pld__fourier_delta made = {0};
    if (fourier->count == 0) { /* h(y) <= C e^(theta y) */
        /* log_scale is a bound already; its exponential rounds (T13). */
        long double relative = pld__bound_exponential(fourier->log_scale, 0, fourier->theta * (long double)epsilon);
        if (fourier->upper)
            made.bound = made.roundoff = isnan(exponent) ? INFINITY : expl(exponent) * (1 + relative);
        made.slope = fourier->theta * made.bound;
        return made;
    }
    long double turns = (fourier->base - epsilon) / fourier->period;
    sums found = sum_terms(fourier, turns);
    /* A step turns by an angle good to 8 u and rounds by 3 u, there are 31 of them from a restart, good to 9 u; angles are good
     * to 2^-63 of the turns; sums of n terms to n u of the sizes. */
    double rounding = PLD__U * (400 + (double)fourier->count) + 0x1p-58 * (double)fourier->count * (double)fabsl(turns);
    long double scale = expl(exponent);
    long double relative =
        pld__bound_exponential(fourier->log_scale, fourier->log_scale_error, fourier->theta * (long double)epsilon);
    made.roundoff = scale * (fourier->error + rounding * fourier->size + relative * fabs(found.sum));
    made.slope = scale * fmaxl(found.slope, 0);
    if (fourier->upper) {
        long double sum = scale * found.sum + made.roundoff;
        made.bound = isnan(sum) ? INFINITY : fmaxl(sum, 0); /* what is not a number bounds nothing */
    } else {
        long double beyond = fourier->lambda * (long double)epsilon;
        made.aliases = fourier->alias_below + expl(fourier->log_alias_above - beyond) *
                                                  (1 + pld__bound_exponential(fourier->log_alias_above, 0, beyond));
        made.bound = fmaxl(scale * found.sum - made.roundoff - made.aliases, 0);
    }
    return made;
}

/* Theorem (T23). With masses b and j of one step below and above the cut, the mass with more than J jumps is at most z^-(J+1)
 * prod (b + z j)^T for every z >= 1 (each outcome with n > J jumps is counted z^(n - J - 1) >= 1 times). */
long double pld__fourier_rest(const pld__factor *factors, size_t factor_count, unsigned jumps) {
    long double mean = 0, best = INFINITY;
    for (int pass = 0; pass < 2; pass++) {
        long double z = pass == 0 ? 1 : fmaxl((jumps + 1) / mean, 1), total = -(long double)(jumps + 1) * logl(z);
        for (size_t m = 0; m < factor_count; m++) {
            const pld__law *law = factors[m].law;
            long double rest = 0, jump = 0, power = (long double)factors[m].power;
            for (size_t i = 0; i < law->count; i++) {
                long double turn = law->theta * (long double)pld__law_loss(law, i);
                /* The loss is off by 2 u. */
                long double mass = (law->weight[i] + PLD__LOST_WEIGHT) * expl(law->log_moment - turn + 4 * PLD__U * fabsl(turn));
                *(i < factors[m].jump ? &rest : &jump) += mass;
            }
            /* What a steep tilt may have lost says nothing that is not known of all masses. */
            long double whole = fminl(rest + jump, law->finite);
            jump = fminl(jump, law->finite);
            if (pass == 0)
                mean += power * jump;
            /* Sums of n terms, each good to a few 2^-64 of its exponent's parts. */
            long double slack = 0x1p-63L * ((long double)law->count + 4 * fabsl(law->log_moment) + 16);
            total += power * log1pl((whole - 1) + (z - 1) * jump + slack * (1 + whole + z * jump));
        }
        if (mean == 0)
            return 0;
        best = fminl(best, total);
    }
    return expl(best) * (1 + 1e-12L);
}
