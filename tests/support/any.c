#include "support/any.h"

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

static pld_mechanism *any_array(dice *from) {
    enum { OUTCOMES = 7 };
    double p[OUTCOMES], q[OUTCOMES];
    pld_mechanism *mechanism = NULL;
    for (size_t i = 0; i < OUTCOMES; i++) {
        p[i] = dice_uniform(from, 0.05, 1);
        q[i] = p[i] * exp(dice_uniform(from, -1, 1));
    }
    if (dice_chance(from, 0.2))
        q[0] = 0;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(OUTCOMES, p, q, true, 1, "array", &mechanism, NULL), PLD_OK);
    return mechanism;
}

static void draw_spec(dice *from, size_t family, char *spec, size_t size) {
    double q = dice_logarithmic(from, 1e-3, 0.9), sigma = dice_logarithmic(from, 0.5, 6), b = dice_logarithmic(from, 0.5, 20);
    int k = 1 + (int)dice_below(from, 3);
    switch (family) {
    case 0:
        snprintf(spec, size, "gaussian:sigma=%.17g", 4 * sigma);
        return;
    case 1:
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g", q, sigma);
        return;
    case 2:
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g,removed=%d,added=%d", q, 2 * sigma, k, 1);
        return;
    case 3:
        snprintf(spec, size, "dp-sgd:N=1000,batch=%d,steps=1,sigma=%.17g", 1 + (int)dice_below(from, 400), sigma);
        return;
    case 4:
        snprintf(spec, size, "hypergeometric-gaussian:N=1000,B=%d,k=%d,sigma=%.17g", 1 + (int)dice_below(from, 300), k,
                 2 * sigma);
        return;
    case 5:
        snprintf(spec, size, "mixture-gaussian:sigma=%.17g,pw=0.5:0.5,pm=0:1,qw=0.75:0.25,qm=0:-%d", 4 * sigma, k);
        return;
    case 6:
        snprintf(spec, size, "laplace:b=%.17g", b);
        return;
    case 7:
        snprintf(spec, size, "poisson-laplace:q=%.17g,b=%.17g", q, b);
        return;
    case 8:
        snprintf(spec, size, "randomized-response:epsilon=%.17g,k=%d", 2 / b, 1 + k);
        return;
    case 9:
        snprintf(spec, size, "discrete-gaussian:sigma=%.17g,sensitivity=%d", 2 * sigma, k);
        return;
    case 10:
        snprintf(spec, size, "discrete-laplace:b=%.17g,sensitivity=%d", 2 * b, k);
        return;
    case 11:
        snprintf(spec, size, "approx-dp:epsilon=%.17g,delta=1e-7", 1 / b);
        return;
    case 12:
        snprintf(spec, size, "noisy-vote:b=%.17g", 4 * b);
        return;
    default:
        snprintf(spec, size, "poisson:q=%.17g,of=discrete-gaussian,sigma=%.17g", q, 2 * sigma);
    }
}

pld_mechanism *any_mechanism(dice *from, size_t family, uint64_t most, uint64_t *count) {
    char spec[256];
    *count = (uint64_t)dice_logarithmic(from, 1, (double)most + 0.5);
    family %= ANY_FAMILIES;
    if (family == ANY_FAMILIES - 1)
        return any_array(from);
    draw_spec(from, family, spec, sizeof spec);
    return spec_mechanism(spec, NULL);
}
