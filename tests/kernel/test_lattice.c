/* Tests of src/kernel on lattices: delta against outcomes composed one by one and against
 * values of another program in 50 digits, plans that were spoiled in every number, and discrete steps beside Gaussian ones. */
#include "certify/lattice_ends.h"
#include "pair/sparse.h"
#include "plan/kernel_plan.h"
#include "plan/lattice_plan.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the truth, outcome by outcome ---------------------------------------------------------------------------------- */

enum { MOST = 1 << 13 };

/* Masses of a composition at first, first + 1, .. of the lattice. */
typedef struct {
    long double mass[MOST];
    size_t count;
    int64_t first;
} composed;

/* Composes one more step, whose outcomes are on the lattice. */
static bool compose(composed *all, const pld__kernel_atoms *atoms) {
    static long double next[MOST];
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (size_t i = 0; i < atoms->count; i++) {
        if (atoms->mass[i] < 1e-400L) /* far beyond what is asked */
            continue;
        low = atoms->index[i] < low ? atoms->index[i] : low;
        high = atoms->index[i] > high ? atoms->index[i] : high;
    }
    size_t count = all->count + (size_t)(high - low);
    if (count > MOST)
        return false;
    memset(next, 0, sizeof next);
    for (size_t i = 0; i < atoms->count; i++)
        for (size_t n = 0; n < all->count && atoms->mass[i] >= 1e-400L; n++)
            next[n + (size_t)(atoms->index[i] - low)] += all->mass[n] * atoms->mass[i];
    memcpy(all->mass, next, sizeof next);
    all->count = count;
    all->first += low;
    return true;
}

static long double log_delta_of(const composed *all, const pld__kernel_lattice *lattice, long double infinite,
                                long double epsilon) {
    long double sum = infinite;
    for (size_t n = 0; n < all->count; n++) {
        long double loss = lattice->offset + (long double)(all->first + (int64_t)n) * lattice->spacing;
        sum += loss > epsilon ? all->mass[n] * -expm1l(epsilon - loss) : 0;
    }
    return logl(sum);
}

/* One or two kinds of steps that have a common lattice, few enough for a composition by hand. */
static size_t draw_steps(dice *from, pld_mechanism *mechanisms[2], pld_step steps[2], char *text, size_t size) {
    static const char *const specs[] = {"discrete-laplace:b=%g,sensitivity=1@%u", "discrete-laplace:b=%g,sensitivity=4@%u",
                                        "randomized-response:epsilon=%g@%u",      "randomized-response:epsilon=%g,k=7@%u",
                                        "approx-dp:epsilon=%g,delta=1e-7@%u",     "noisy-vote:b=%g@%u",
                                        "discrete-gaussian:sigma=%g@%u"};
    unsigned kind = (unsigned)dice_below(from, 7), many = 1 + (unsigned)dice_below(from, kind == 6 ? 3 : 12);
    double number = kind == 6 ? dice_uniform(from, 0.1, 0.49) : dice_logarithmic(from, 0.05, kind == 0 || kind == 5 ? 30 : 6);
    uint64_t times;
    char spec[100];
    snprintf(spec, sizeof spec, specs[kind], number, many);
    mechanisms[0] = spec_mechanism(spec, &times);
    steps[0] = (pld_step){mechanisms[0], times};
    snprintf(text, size, "%s", spec);
    if (kind > 1 || dice_chance(from, 0.5))
        return 1;
    snprintf(spec, sizeof spec, "discrete-laplace:b=%.17g,sensitivity=2@%u", 2 * strtod(strstr(text, "b=") + 2, NULL),
             1 + (unsigned)dice_below(from, 6));
    mechanisms[1] = spec_mechanism(spec, &times);
    steps[1] = (pld_step){mechanisms[1], times};
    snprintf(text + strlen(text), size - strlen(text), " %s", spec);
    return 2;
}

static void spoil(dice *from, pld__lattice_plan *plan) {
    for (size_t changes = 1 + dice_below(from, 3); changes > 0; changes--)
        switch (dice_below(from, 5)) {
        case 0:
            plan->theta *= dice_logarithmic(from, 0.5, 2);
            break;
        case 1:
            plan->lambda = plan->theta * dice_logarithmic(from, 0.9, 4);
            break;
        case 2:
            plan->count = 1 + (int64_t)((double)plan->count * dice_logarithmic(from, 0.3, 2));
            break;
        case 3:
            plan->frequencies = 1 + (int64_t)((double)plan->frequencies * dice_uniform(from, 0.05, 1));
            break;
        default:
            plan->listed = !plan->listed;
            break;
        }
}

/* A plan as it was made is narrow and right; spoiled it is right. */
static void check_plan(const pld__kernel_steps *steps, const pld__kernel_lattice *lattice, const pld__lattice_plan *plan,
                       const composed *truth, bool narrow, const char *text, size_t *told) {
    pld__lattice_sum sum;
    long double sure, lost;
    pld__kernel_steps_infinite(steps, &sure, &lost);
    CU_ASSERT_EQUAL_FATAL(pld__lattice_sum_create(steps, lattice, plan, &sum), PLD_OK);
    for (int step = -2; step <= 2; step++) {
        double epsilon = fmax(plan->guess * (1 + 0.1 * step), 0);
        long double log_delta = log_delta_of(truth, lattice, (sure + lost) / 2, epsilon), slack = 1e-15L * (1 + fabsl(log_delta));
        pld__kernel_bounds found = pld__lattice_log_delta(&sum, epsilon);
        if (!(log_delta > -600)) /* where the composition by hand is cut */
            continue;
        CHECK(found.log_delta.lower <= log_delta + slack && log_delta - slack <= found.log_delta.upper,
              "%s at %.17g, theta %g lambda %g N %d K %d: %.19Lg not in [%.19Lg, %.19Lg]", text, epsilon, plan->theta,
              plan->lambda, (int)plan->count, (int)plan->frequencies, log_delta, found.log_delta.lower, found.log_delta.upper);
        CHECK(!narrow || step != 0 || found.log_delta.upper - found.log_delta.lower < 1e-9L * fmaxl(1, lattice->spacing),
              "%s at %.17g: [%.19Lg, %.19Lg]", text, epsilon, found.log_delta.lower, found.log_delta.upper);
        *told += found.log_delta.upper - found.log_delta.lower < 1;
    }
    pld__lattice_sum_free(&sum);
}

static void test_plans(void) {
    dice from = dice_create(5050);
    size_t told = 0, all = suite_volume(150), planned = 0;
    composed *truth = malloc(sizeof *truth);
    for (size_t i = 0; i < all; i++) {
        pld_mechanism *mechanisms[2];
        pld_step given[2];
        char text[200];
        size_t count = draw_steps(&from, mechanisms, given, text, sizeof text);
        pld_direction direction = dice_chance(&from, 0.5) ? PLD_REMOVE : PLD_ADD;
        pld__kernel_steps steps;
        pld__kernel_lattice lattice;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(count, &steps), PLD_OK);
        *truth = (composed){.mass = {1}, .count = 1};
        for (size_t m = 0; m < count; m++)
            CU_ASSERT_TRUE_FATAL(pld__kernel_steps_add(&steps, mechanisms[m], direction, given[m].count));
        CU_ASSERT_EQUAL_FATAL(pld__kernel_lattice_find(&steps, &lattice), PLD_OK);
        CHECK(lattice.found, "%s has no lattice", text);
        bool fits = lattice.found;
        for (size_t m = 0; m < count; m++)
            for (uint64_t t = 0; t < given[m].count && fits; t++)
                fits = compose(truth, &steps.atoms[m]);
        pld__question question = {.log_delta = -dice_uniform(&from, 0.2, 40)};
        pld__lattice_plan plan, other;
        bool possible = false;
        CU_ASSERT_EQUAL_FATAL(pld__lattice_plan_make(&steps, &lattice, &question, &plan, &possible), PLD_OK);
        if (possible && fits) {
            planned++;
            size_t unused = 0;
            check_plan(&steps, &lattice, &plan, truth, true, text, &unused);
            for (int trial = 0; trial < 6; trial++) {
                other = plan;
                spoil(&from, &other);
                check_plan(&steps, &lattice, &other, truth, false, text, &told);
            }
        }
        pld__kernel_steps_free(&steps);
        for (size_t m = 0; m < count; m++)
            pld_mechanism_free(mechanisms[m]);
    }
    CHECK(planned > all / 2, "only %zu of %zu planned", planned, all);
    CHECK(told > planned * 3, "only %zu spoiled ones told anything", told);
    free(truth);
}

/* What is no plan tells nothing. */
static void test_no_plans(void) {
    uint64_t count;
    pld_mechanism *mechanism = spec_mechanism("discrete-laplace:b=2@10", &count);
    pld__kernel_steps steps;
    pld__kernel_lattice lattice;
    CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(1, &steps), PLD_OK);
    CU_ASSERT_TRUE(pld__kernel_steps_add(&steps, mechanism, PLD_REMOVE, count));
    CU_ASSERT_EQUAL_FATAL(pld__kernel_lattice_find(&steps, &lattice), PLD_OK);
    CU_ASSERT_TRUE(lattice.found);
    const pld__lattice_plan good = {1, 2, 200, 100, false, 1},
                            bad[] = {{0, 2, 200, 100, false, 1}, {1, 1, 200, 100, false, 1},   {1, 2, 0, 100, false, 1},
                                     {1, 2, 200, 0, false, 1},   {NAN, 2, 200, 100, false, 1}, {1, 1e12, 200, 100, false, 1}};
    for (size_t i = 0; i <= COUNT_OF(bad); i++) {
        pld__lattice_sum sum;
        CU_ASSERT_EQUAL_FATAL(pld__lattice_sum_create(&steps, &lattice, i < COUNT_OF(bad) ? &bad[i] : &good, &sum), PLD_OK);
        pld__kernel_bounds found = pld__lattice_log_delta(&sum, 1);
        CHECK(sum.usable == (i == COUNT_OF(bad)), "plan %zu", i);
        CHECK(sum.usable || (found.log_delta.lower == -INFINITY && found.log_delta.upper == 0), "plan %zu", i);
        pld__lattice_sum_free(&sum);
    }
    pld__kernel_steps_free(&steps);
    pld_mechanism_free(mechanism);
}

/* --- lattices ------------------------------------------------------------------------------------------------------- */

static void test_lattices(void) {
    static const struct {
        const char *first, *second;
        double spacing; /* 0: none */
    } cases[] = {
        {"discrete-gaussian:sigma=5", "discrete-gaussian:sigma=7", 1.0 / 1225},
        {"discrete-gaussian:sigma=5", "discrete-gaussian:sigma=5,sensitivity=3", 1.0 / 25},
        {"discrete-gaussian:sigma=0.3", "discrete-gaussian:sigma=0.6", 1 / 0.36},
        {"discrete-gaussian:sigma=5,sensitivity=2", "discrete-gaussian:sigma=5,sensitivity=3", 1.0 / 25},
        {"discrete-gaussian:sigma=5", "discrete-gaussian:sigma=5.1", 0},
        {"discrete-gaussian:sigma=5", "discrete-gaussian:sigma=5.000000000000001", 0},
        {"discrete-gaussian:sigma=5", "discrete-laplace:b=25", 1.0 / 25},
        {"randomized-response:epsilon=1", "randomized-response:epsilon=0.3", 0.2},
        {"randomized-response:epsilon=1", "randomized-response:epsilon=1.0000001", 0},
        {"discrete-laplace:b=2", "gaussian:sigma=3", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t count;
        pld_mechanism *first = spec_mechanism(cases[i].first, &count), *second = spec_mechanism(cases[i].second, &count);
        pld__kernel_steps steps;
        pld__kernel_lattice lattice;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(2, &steps), PLD_OK);
        CU_ASSERT_TRUE(pld__kernel_steps_add(&steps, first, PLD_REMOVE, 3) &&
                       pld__kernel_steps_add(&steps, second, PLD_REMOVE, 2));
        CU_ASSERT_EQUAL_FATAL(pld__kernel_lattice_find(&steps, &lattice), PLD_OK);
        CHECK(lattice.found ? fabsl(lattice.spacing - cases[i].spacing) < 1e-14L * lattice.spacing : cases[i].spacing == 0,
              "%s and %s: %Lg", cases[i].first, cases[i].second, lattice.found ? lattice.spacing : 0);
        pld__kernel_steps_free(&steps);
        pld_mechanism_free(first);
        pld_mechanism_free(second);
    }
}

/* --- answers -------------------------------------------------------------------------------------------------------- */

static pld_result ask(const pld_step *steps, size_t count, double log_delta, double tolerance) {
    pld_options options = pld_options_default();
    options.relative_tolerance = tolerance;
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, count, log_delta, &options, &result, NULL), PLD_OK);
    return result;
}

/* By convolution in 50 digits (mpmath), delta the double that is written. */
static void test_values(void) {
    static const struct {
        const char *spec;
        double delta;
        long double truth;
        bool by_top; /* the largest loss says it all (T134) */
    } cases[] = {
        {"discrete-laplace:b=20,sensitivity=3@100", 1e-6, 7.41868190859643142573053L, false},
        {"discrete-laplace:b=2@50", 1e-30, 24.9999999999999999999803L, true},
        {"discrete-laplace:b=7,sensitivity=5@13", 0.3, 3.03369957233370882037786L, false},
        {"randomized-response:epsilon=1@200", 1e-9, 159.884605679460577230609L, false},
        {"randomized-response:epsilon=0.25,k=5@60", 1e-4, 5.00388976309739847106388L, false},
        {"approx-dp:epsilon=0.125,delta=1e-9@100", 1e-6, 6.19042319177815282692467L, false},
        {"discrete-gaussian:sigma=0.25@4", 1e-5, 47.9930064961140431172426L, false},
        {"discrete-gaussian:sigma=1@3", 1e-6, 9.34485459483488397753853L, false},
        {"discrete-gaussian:sigma=3,sensitivity=2@2", 1e-20, 8.89820641010853745639876L, false},
        {"discrete-gaussian:sigma=20@1", 1e-6, 0.189207339221149998753851L, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t count;
        pld_mechanism *mechanism = spec_mechanism(cases[i].spec, &count);
        pld_step step = {mechanism, count};
        pld_result found = ask(&step, 1, log(cases[i].delta), 1e-11);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const pld_bracket *one = &found.directions[d].bracket;
            CHECK(one->lower <= cases[i].truth && cases[i].truth <= one->upper, "%s, %d: [%.17g, %.17g]", cases[i].spec, d,
                  one->lower, one->upper);
            CHECK(one->upper - one->lower <= 1e-11 * one->upper, "%s, %d: %g wide", cases[i].spec, d, one->upper - one->lower);
        }
        CU_ASSERT(cases[i].by_top || found.method == PLD_METHOD_QUADRATURE);
        pld_mechanism_free(mechanism);
    }
}

/* A discrete Gaussian is the same by its outcomes and in closed form: as a step beside nothing, and listed as masses. */
static void test_listed(void) {
    dice from = dice_create(5353);
    for (size_t i = 0; i < suite_volume(20); i++) {
        double sigma = dice_uniform(&from, 0.5, 4), log_delta = -dice_uniform(&from, 1, 30);
        unsigned many = 1 + (unsigned)dice_below(&from, 40);
        char spec[80];
        uint64_t count;
        snprintf(spec, sizeof spec, "discrete-gaussian:sigma=%.17g@%u", sigma, many);
        pld_mechanism *mechanism = spec_mechanism(spec, &count), *array;
        CU_ASSERT_EQUAL(pld__sparse_of(mechanism)->count, 0); /* not yet */
        CU_ASSERT_EQUAL_FATAL(pld__sparse_fill(mechanism), PLD_OK);
        const pld__sparse *pair = pld__sparse_of(mechanism);
        CU_ASSERT_TRUE_FATAL(pair->count > 0);
        double *masses = malloc(2 * pair->count * sizeof *masses);
        for (size_t n = 0; n < pair->count; n++) {
            masses[n] = (double)pair->p[n];
            masses[pair->count + n] = (double)pair->q[n];
        }
        CU_ASSERT_EQUAL_FATAL(
            pld_mechanism_create_array(pair->count, masses, masses + pair->count, true, 1, "masses", &array, NULL), PLD_OK);
        pld_step closed = {mechanism, many}, listed = {array, many};
        pld_result a = ask(&closed, 1, log_delta, 1e-10), b = ask(&listed, 1, log_delta, 1e-4);
        CHECK(a.bracket.lower <= b.bracket.upper * (1 + 1e-12) && b.bracket.lower <= a.bracket.upper * (1 + 1e-12),
              "%s, log delta %g: [%.17g, %.17g] and [%.17g, %.17g]", spec, log_delta, a.bracket.lower, a.bracket.upper,
              b.bracket.lower, b.bracket.upper);
        free(masses);
        pld_mechanism_free(array);
        pld_mechanism_free(mechanism);
    }
}

/* --- beside others -------------------------------------------------------------------------------------------------- */

static long double normal_tail(long double z) {
    return erfcl(z / sqrtl(2)) / 2;
}

/* A plan for both together, with fewer and wider frequencies: right, whatever it tells. Returns how often it told anything. */
static size_t check_beside(dice *from, pld__kernel_steps *steps, const pld_mechanism *gaussian, double epsilon,
                           long double log_delta, const char *text) {
    const pld__question question = {.for_delta = true, .epsilon = epsilon};
    pld__kernel_plan plan;
    bool possible = false;
    size_t told = 0;
    CU_ASSERT_TRUE(pld__kernel_steps_add(steps, gaussian, PLD_REMOVE, 1));
    CU_ASSERT_EQUAL_FATAL(pld__kernel_plan_make(steps, &question, 4e5, 1, &plan, &possible), PLD_OK);
    for (int trial = 0; trial < 4 && possible; trial++) {
        pld__kernel_plan other = plan;
        pld__kernel_sum sum;
        other.frequencies = 1 + (size_t)((double)plan.frequencies * dice_uniform(from, 0.05, 1));
        other.spacing = ldexp(floor(ldexp(plan.spacing, 40) * dice_uniform(from, 1, 3)), -40);
        other.spacing = (double)(float)other.spacing;
        CU_ASSERT_EQUAL_FATAL(pld__kernel_sum_create(steps, &other, NULL, &sum), PLD_OK);
        pld__log_bounds found = pld__kernel_log_delta(&sum, epsilon).log_delta;
        CHECK(found.lower <= log_delta + 1e-12L && log_delta - 1e-12L <= found.upper,
              "%s beside a Gaussian at %g: %.17Lg not in [%.17Lg, %.17Lg]", text, epsilon, log_delta, found.lower, found.upper);
        told += found.upper - found.lower < 1;
        pld__kernel_sum_free(&sum);
    }
    pld__kernel_plan_free(&plan);
    return told;
}

/* delta of discrete steps and Gaussian ones: sum of c_n delta_mu(epsilon - l_n). */
static void test_beside_gaussian(void) {
    dice from = dice_create(5454);
    composed *truth = malloc(sizeof *truth);
    size_t told = 0, spoiled = 0, all = suite_volume(60);
    for (size_t i = 0; i < all; i++) {
        pld_mechanism *mechanisms[2], *gaussian;
        pld_step given[2], both[3];
        char text[200], spec[60];
        uint64_t unused;
        size_t count = draw_steps(&from, mechanisms, given, text, sizeof text);
        double sigma = dice_logarithmic(&from, 0.3, 10), mu = 1 / sigma;
        snprintf(spec, sizeof spec, "gaussian:sigma=%.17g", sigma);
        gaussian = spec_mechanism(spec, &unused);
        pld__kernel_steps steps;
        pld__kernel_lattice lattice;
        *truth = (composed){.mass = {1}, .count = 1};
        CU_ASSERT_EQUAL_FATAL(pld__kernel_steps_create(count, &steps), PLD_OK);
        for (size_t m = 0; m < count; m++)
            CU_ASSERT_TRUE_FATAL(pld__kernel_steps_add(&steps, mechanisms[m], PLD_REMOVE, given[m].count));
        CU_ASSERT_EQUAL_FATAL(pld__kernel_lattice_find(&steps, &lattice), PLD_OK);
        bool fits = lattice.found;
        for (size_t m = 0; m < count; m++) {
            both[m] = given[m];
            for (uint64_t t = 0; t < given[m].count && fits; t++)
                fits = compose(truth, &steps.atoms[m]);
        }
        both[count] = (pld_step){gaussian, 1};
        long double sure, lost;
        pld__kernel_steps_infinite(&steps, &sure, &lost);
        pld_options options = pld_options_default();
        options.adjacency = PLD_ADJACENCY_REMOVE;
        pld_result found = {.tolerance = 0};
        double epsilon = dice_uniform(&from, 0, 3) * (double)lattice.spacing;
        CU_ASSERT_EQUAL(pld_query_delta(both, count + 1, epsilon, &options, &found, NULL), PLD_OK);
        long double delta = (sure + lost) / 2;
        for (size_t n = 0; n < truth->count; n++) {
            long double x = epsilon - lattice.offset - (long double)(truth->first + (int64_t)n) * lattice.spacing;
            delta += truth->mass[n] * (normal_tail(x / mu - mu / 2.0L) - expl(x) * normal_tail(x / mu + mu / 2.0L));
        }
        long double log_delta = logl(delta);
        CHECK(!fits || !(delta > 1e-15L) ||
                  (found.bracket.lower <= log_delta + 1e-12L && log_delta - 1e-12L <= found.bracket.upper),
              "%s beside sigma %g at %g: %.17Lg not in [%.17g, %.17g]", text, sigma, epsilon, log_delta, found.bracket.lower,
              found.bracket.upper);
        told += found.method == PLD_METHOD_QUADRATURE;
        if (fits && delta > 1e-15L)
            spoiled += check_beside(&from, &steps, gaussian, epsilon, log_delta, text);
        pld__kernel_steps_free(&steps);
        for (size_t m = 0; m < count; m++)
            pld_mechanism_free(mechanisms[m]);
        pld_mechanism_free(gaussian);
    }
    CHECK(told > all / 2, "only %zu of %zu by quadrature", told, all);
    CHECK(spoiled > all / 2, "only %zu spoiled ones told anything", spoiled);
    free(truth);
}

/* And beside mixtures, against buckets. */
static void test_beside_mixtures(void) {
    static const char *const discrete[] = {"discrete-laplace:b=2@3", "discrete-gaussian:sigma=5@10",
                                           "randomized-response:epsilon=0.5@4", "approx-dp:epsilon=0.1,delta=1e-6@3",
                                           "poisson:q=0.2,of=discrete-gaussian,sigma=1@5"};
    for (size_t i = 0; i < COUNT_OF(discrete); i++)
        for (int more = 0; more < 2; more++) {
            uint64_t counts[2];
            pld_mechanism *first = spec_mechanism(discrete[i], &counts[0]);
            pld_mechanism *second =
                spec_mechanism(more ? "poisson-gaussian:q=0.1,sigma=1@30" : "poisson-gaussian:q=0.02,sigma=0.8@2000", &counts[1]);
            pld_step steps[] = {{first, counts[0]}, {second, counts[1]}};
            pld_options options = pld_options_default();
            pld_result exact = ask(steps, 2, log(1e-5), 1e-9), bucketed = {.tolerance = 0};
            options.bucket_width = exact.bracket.upper / 1000;
            options.relative_tolerance = 1e-4;
            CU_ASSERT_EQUAL(pld_query_epsilon(steps, 2, log(1e-5), &options, &bucketed, NULL), PLD_OK);
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                const pld_bracket *a = &exact.directions[d].bracket, *b = &bucketed.directions[d].bracket;
                CHECK(a->lower <= b->upper && b->lower <= a->upper, "%s, %d: [%.17g, %.17g] and, by buckets, [%.17g, %.17g]",
                      discrete[i], more, a->lower, a->upper, b->lower, b->upper);
            }
            CHECK(exact.tolerance_met && exact.method == PLD_METHOD_QUADRATURE, "%s, %d: %g wide", discrete[i], more,
                  exact.bracket.upper - exact.bracket.lower);
            pld_mechanism_free(first);
            pld_mechanism_free(second);
        }
}

int main(void) {
    CU_TestInfo tests[] = {{"plans", test_plans},
                           {"no plans", test_no_plans},
                           {"lattices", test_lattices},
                           {"values", test_values},
                           {"listed", test_listed},
                           {"beside gaussian", test_beside_gaussian},
                           {"beside mixtures", test_beside_mixtures},
                           CU_TEST_INFO_NULL};
    return suite_run("kernel/lattice", tests);
}
