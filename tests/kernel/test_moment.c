/* Tests of src/kernel/moment.c: the ledger of one moment against 200-bit arithmetic, from both sides. */
#include "kernel/moment.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <acb.h>
#include <arb_hypgeom.h>
#include <math.h>
#include <stdio.h>

enum { BITS = 200 };

/* sum_j Binom(j; records, q) e^(z_j), z_j = m_j (x - m_j/2), m_j = sign j/sigma: from the numbers of the spec alone. */
static void density(arb_t sum, double q, double sigma, unsigned records, int sign, const arb_t x) {
    arb_t term, mean, z;
    arb_init(term), arb_init(mean), arb_init(z);
    arb_zero(sum);
    for (unsigned j = 0; j <= records; j++) {
        arb_set_d(mean, sign * (double)j);
        arb_set_d(z, sigma);
        arb_div(mean, mean, z, BITS);
        arb_mul_2exp_si(z, mean, -1);
        arb_sub(z, x, z, BITS);
        arb_mul(z, z, mean, BITS);
        arb_exp(term, z, BITS);
        arb_set_d(z, q);
        arb_pow_ui(z, z, j, BITS);
        arb_mul(term, term, z, BITS);
        arb_set_d(z, q);
        arb_sub_ui(z, z, 1, BITS);
        arb_neg(z, z);
        arb_pow_ui(z, z, records - j, BITS);
        arb_mul(term, term, z, BITS);
        arb_bin_uiui(z, records, j, BITS);
        arb_addmul(sum, term, z, BITS);
    }
    arb_clear(term), arb_clear(mean), arb_clear(z);
}

/* M(s) - 1 by steps of 1/32, far out. Add: p and q exchanged. */
static void truth(acb_t found, double q, double sigma, unsigned removed, unsigned added, bool add, double theta, double t,
                  double cut, double softness) {
    arb_t x, p_density, q_density, bell, keep;
    acb_t s, power;
    arb_init(x), arb_init(p_density), arb_init(q_density), arb_init(bell), arb_init(keep), acb_init(s), acb_init(power);
    acb_zero(found);
    acb_set_d_d(s, theta, t);
    for (int n = -32 * 26; n <= 32 * 60; n++) {
        arb_set_d(x, (add ? -1 : 1) * n / 32.0);
        density(p_density, q, sigma, removed, 1, x);
        density(q_density, q, sigma, added, -1, x);
        if (add)
            arb_swap(p_density, q_density);
        arb_log(p_density, p_density, BITS);
        arb_log(q_density, q_density, BITS);
        arb_sub(q_density, p_density, q_density, BITS);
        acb_mul_arb(power, s, q_density, BITS);
        arb_add(acb_realref(power), acb_realref(power), p_density, BITS);
        acb_exp(power, power, BITS);
        if (cut < INFINITY) { /* erfc((x - cut)/(softness sqrt 2))/2 */
            arb_set_d(x, (n / 32.0 - cut) / softness);
            arb_set_d(keep, 0.5);
            arb_sqrt(keep, keep, BITS);
            arb_mul(keep, keep, x, BITS);
            arb_hypgeom_erfc(keep, keep, BITS);
            arb_mul_2exp_si(keep, keep, -1);
            acb_mul_arb(power, power, keep, BITS);
        }
        acb_sub_ui(power, power, 1, BITS);
        arb_set_d(bell, -(n / 32.0) * (n / 32.0) / 2);
        arb_exp(bell, bell, BITS);
        acb_mul_arb(power, power, bell, BITS);
        acb_add(found, found, power, BITS);
    }
    arb_const_pi(x, BITS);
    arb_mul_2exp_si(x, x, 1);
    arb_rsqrt(x, x, BITS);
    acb_mul_arb(found, found, x, BITS);
    acb_mul_2exp_si(found, found, -5);
    arb_clear(x), arb_clear(p_density), arb_clear(q_density), arb_clear(bell), arb_clear(keep), acb_clear(s), acb_clear(power);
}

/* |found - truth| as a double, from above. */
static double distance(const pld__kernel_moment *found, const acb_t exact) {
    acb_t difference;
    arb_t part;
    acb_init(difference), arb_init(part);
    const long double parts[] = {found->real, found->imaginary};
    for (int i = 0; i < 2; i++) { /* a long double is a sum of two doubles */
        double high = (double)parts[i], low = (double)(parts[i] - high);
        arb_set_d(part, low);
        arb_t other;
        arb_init(other);
        arb_set_d(other, high);
        arb_add(i == 0 ? acb_realref(difference) : acb_imagref(difference), part, other, BITS);
        arb_clear(other);
    }
    acb_sub(difference, difference, exact, BITS);
    acb_abs(part, difference, BITS);
    double size = arf_get_d(arb_midref(part), ARF_RND_UP) + mag_get_d(arb_radref(part));
    acb_clear(difference), arb_clear(part);
    return size;
}

static void test_ledger(void) {
    dice from = dice_create(200);
    size_t near = 0, all = suite_cases(60);
    for (size_t i = 0; i < all; i++) {
        bool add = dice_chance(&from, 0.5), tiny = dice_chance(&from, 0.3);
        double q = tiny ? dice_logarithmic(&from, 1e-9, 1e-4) : dice_logarithmic(&from, 1e-3, 0.7);
        double sigma = dice_uniform(&from, 0.7, 4), theta = dice_logarithmic(&from, 0.3, 6), t = dice_uniform(&from, 0, 12);
        unsigned removed = 1 + (unsigned)dice_below(&from, 3), added = (unsigned)dice_below(&from, 3);
        /* 1/32 and few bits, so that the truth's distance is exact in double */
        pld__kernel_cut cut = {INFINITY, 1};
        if (dice_chance(&from, 0.3))
            cut = (pld__kernel_cut){(double)(160 + dice_below(&from, 200)) / 32, dice_chance(&from, 0.5) ? 0.5 : 0.25};
        char spec[160];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g,removed=%u,added=%u@1", q, sigma, removed, added);
        pld_mechanism *mechanism = spec_mechanism(spec, NULL);
        pld__kernel_factor factor;
        pld__kernel_nodes nodes;
        pld__kernel_tilted tilted;
        acb_t exact;
        acb_init(exact);
        pld__kernel_factor_fill(mechanism, add ? PLD_ADD : PLD_REMOVE, 1, &factor);
        /* Some too coarse, some too short, most good. */
        double step = dice_chance(&from, 0.3) ? 0.375 : 0.0625, end = dice_chance(&from, 0.2) ? 8 : 34;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_nodes_create(&factor, step, (int64_t)(-20 / step), (int64_t)(end / step), cut, &nodes),
                              PLD_OK);
        pld__kernel_tilt(&factor, &nodes, theta, &tilted);
        pld__kernel_moment found = pld__kernel_moment_at(&tilted, t);
        truth(exact, q, sigma, removed, added, add, theta, t, cut.at, cut.softness);
        double off = distance(&found, exact), size = hypot((double)found.real, (double)found.imaginary);
        CHECK(off <= (double)found.error, "%s, %d, theta %g, t %g, step %g, cut %g: off by %g, %Lg claimed", spec, add, theta, t,
              step, cut.at, off, found.error);
        /* Where nodes are close and go far the ledger is rounding alone: some hundred units of what is added up. */
        if (step < 0.1 && end > 30 && found.error < INFINITY && cut.at == INFINITY) {
            double largest =
                (double)tilted.moment_upper - 1 + (1 + theta + t) * (1 + theta + t) * (double)(factor.p.moved + factor.q.moved);
            CHECK((double)found.error <= 1e-14 * largest + 1e-60, "%s, theta %g, t %g: %Lg claimed of %g", spec, theta, t,
                  found.error, size);
            near += off > 1e-4 * (double)found.error;
        }
        acb_clear(exact);
        pld__kernel_nodes_free(&nodes);
        pld_mechanism_free(mechanism);
    }
    CHECK(near > 0, "no error is within 1e4 of its bound");
}

/* Frequencies one after the other are those asked for one by one. */
static void test_walk(void) {
    pld_mechanism *mechanism = spec_mechanism("poisson-gaussian:q=0.02,sigma=0.9@1", NULL);
    pld__kernel_factor factor;
    pld__kernel_nodes nodes;
    pld__kernel_tilted tilted;
    pld__kernel_walk walk;
    pld__kernel_factor_fill(mechanism, PLD_REMOVE, 1, &factor);
    CU_ASSERT_EQUAL_FATAL(pld__kernel_nodes_create(&factor, 0.0625, -200, 400, (pld__kernel_cut){INFINITY, 1}, &nodes), PLD_OK);
    pld__kernel_tilt(&factor, &nodes, 2, &tilted);
    CU_ASSERT_EQUAL_FATAL(pld__kernel_walk_create(&tilted, 0.3L, 16, &walk), PLD_OK);
    for (int k = 0; k < 100; k++) {
        pld__kernel_moment one = pld__kernel_moment_at(&tilted, (long double)k * 0.3L), next = pld__kernel_walk_next(&walk);
        CHECK(hypotl(one.real - next.real, one.imaginary - next.imaginary) <= one.error + next.error && next.error < 1e-16L,
              "%d: %Lg %Lg and %Lg %Lg, errors %Lg %Lg", k, one.real, one.imaginary, next.real, next.imaginary, one.error,
              next.error);
    }
    pld__kernel_walk_free(&walk);
    pld__kernel_nodes_free(&nodes);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"ledger", test_ledger}, {"walk", test_walk}, CU_TEST_INFO_NULL};
    return suite_run("kernel/moment", tests);
}
