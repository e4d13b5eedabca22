/* Tests of src/verify: honest brackets are proven, dishonest ones refuted, and nothing false is ever proven, whatever the hints.
 */
#include "verify/verify.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { STEPS_MOST = 3 };

/* Epsilon to about 18 digits by contour integrals in 30 to 50 digit arithmetic, of the decimals as they are written: the shared
 * file reference/epsilon.json of the project. */
typedef struct {
    const char *specs[STEPS_MOST];
    pld_adjacency adjacency;
    double delta, epsilon;
} reference;

static const reference references[] = {
    {{"gaussian:sigma=20@1000"}, PLD_ADJACENCY_REMOVE, 1e-6, 8.3062250499547281912},
    {{"gaussian:sigma=20@1000"}, PLD_ADJACENCY_ADD, 1e-12, 11.992091054967824873},
    {{"poisson-gaussian:q=256/60000,sigma=1@16384"}, PLD_ADJACENCY_REMOVE, 1e-5, 3.0696978848608448617},
    {{"poisson-gaussian:q=256/60000,sigma=1@16384"}, PLD_ADJACENCY_REMOVE, 1e-10, 4.7747610652809798941},
    {{"poisson-gaussian:q=256/60000,sigma=1@16384"}, PLD_ADJACENCY_ADD, 1e-5, 2.8573716378569744558},
    {{"poisson-gaussian:q=256/60000,sigma=1@16384"}, PLD_ADJACENCY_ADD, 1e-10, 4.2969968771231118216},
    {{"poisson-gaussian:q=256/60000,sigma=1@256"}, PLD_ADJACENCY_REMOVE, 1e-5, 0.40647854693955425546},
    {{"poisson-gaussian:q=256/60000,sigma=1@256"}, PLD_ADJACENCY_ADD, 1e-5, 0.24778560214976612864},
    {{"poisson-gaussian:q=0.01,sigma=4@10000"}, PLD_ADJACENCY_REMOVE, 1e-5, 0.94686680076438044846},
    {{"poisson-gaussian:q=0.01,sigma=4@10000"}, PLD_ADJACENCY_ADD, 1e-10, 1.5039079704222190555},
    {{"poisson-gaussian:q=0.00033,sigma=4@10000"}, PLD_ADJACENCY_REMOVE, 1.1e-18, 0.067213614105919157808},
    {{"poisson-gaussian:q=0.00033,sigma=4@10000"}, PLD_ADJACENCY_ADD, 1.1e-18, 0.065822835639041164841},
    {{"hypergeometric-gaussian:N=60000,B=256,k=2,sigma=2,shift=2@1024"}, PLD_ADJACENCY_REMOVE, 1e-5, 1.5779698609268612494},
    {{"hypergeometric-gaussian:N=60000,B=256,k=2,sigma=2,shift=2@1024"}, PLD_ADJACENCY_ADD, 1e-5, 1.2117471385491580015},
    {{"poisson-gaussian:q=0.125,sigma=0.8@1000"}, PLD_ADJACENCY_REMOVE, 1e-6, 56.725949977651537643},
    {{"poisson-gaussian:q=0.125,sigma=0.8@1000"}, PLD_ADJACENCY_ADD, 1e-6, 37.017876126381760126},
    {{"poisson-gaussian:q=0.2,sigma=3@50"}, PLD_ADJACENCY_REMOVE, 1e-5, 2.0607679890916599795},
    {{"poisson-gaussian:q=0.2,sigma=3@50"}, PLD_ADJACENCY_ADD, 1e-5, 1.7409136324795951582},
    {{"poisson-gaussian:q=0.001,sigma=0.8@1000000"}, PLD_ADJACENCY_REMOVE, 1e-8, 12.421929624742798386},
    {{"hypergeometric-gaussian:N=60000,B=256,k=5,sigma=1@16384"}, PLD_ADJACENCY_REMOVE, 1e-5, 21.5123324112104367},
    {{"hypergeometric-gaussian:N=60000,B=256,k=5,sigma=1@16384"}, PLD_ADJACENCY_ADD, 1e-5, 19.334810637610391266},
    {{"laplace:b=10@1000"}, PLD_ADJACENCY_REMOVE, 1e-6, 18.950287367539558198},
    {{"poisson-gaussian:q=0.01,sigma=1@2000", "poisson-gaussian:q=0.02,sigma=2@3000", "laplace:b=20@10"},
     PLD_ADJACENCY_REMOVE,
     1e-6,
     4.1793546506426907405},
    {{"poisson-gaussian:q=0.01,sigma=1@2000", "poisson-gaussian:q=0.02,sigma=2@3000", "laplace:b=20@10"},
     PLD_ADJACENCY_ADD,
     1e-6,
     3.810375261989131561},
    /* numpy, cardinal B-splines with 24 nodes against 40: 4e-15; the two contours of the project agree. */
    {{"laplace:b=3@100"}, PLD_ADJACENCY_REMOVE, 1e-25, 32.0081611864359559},
    {{"laplace:b=1@100"}, PLD_ADJACENCY_ADD, 1e-6, 71.5460036596749},
};

/* --- asking --------------------------------------------------------------------------------------------------------- */

typedef struct {
    size_t count;
    pld_step steps[STEPS_MOST];
    pld_mechanism *mechanisms[STEPS_MOST];
} composition;

static composition compose(const char *const specs[STEPS_MOST]) {
    composition made = {.count = 0};
    for (size_t i = 0; i < STEPS_MOST && specs[i] != NULL; i++) {
        uint64_t count = 0;
        made.mechanisms[i] = spec_mechanism(specs[i], &count);
        made.steps[i] = (pld_step){made.mechanisms[i], count};
        made.count++;
    }
    return made;
}

static void release(composition *made) {
    for (size_t i = 0; i < made->count; i++)
        pld_mechanism_free(made->mechanisms[i]);
}

static pld__asserted assert_epsilon(const reference *truth, double lower, double upper) {
    pld__asserted claim = {.given = truth->delta, .log10_given = NAN, .whole = {lower, upper}};
    claim.asked[PLD_REMOVE] = truth->adjacency != PLD_ADJACENCY_ADD;
    claim.asked[PLD_ADD] = truth->adjacency != PLD_ADJACENCY_REMOVE;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        claim.directions[d] = (pld__claimed){NAN, NAN};
    return claim;
}

static pld__verification ask(const composition *made, const pld__asserted *claim) {
    pld__verification verification;
    CU_ASSERT_EQUAL_FATAL(pld__verify(made->steps, made->count, claim, &verification), PLD_OK);
    return verification;
}

static void expect(const composition *made, const reference *truth, double lower, double upper, pld__proof of_lower,
                   pld__proof of_upper) {
    pld__asserted claim = assert_epsilon(truth, lower, upper);
    pld__verification got = ask(made, &claim);
    CHECK(got.whole.lower.verdict == of_lower && got.whole.upper.verdict == of_upper,
          "%s at %g in [%.17g, %.17g]: %s (%s) and %s (%s)", truth->specs[0], truth->delta, lower, upper,
          pld__proof_name(got.whole.lower.verdict), got.whole.lower.delta, pld__proof_name(got.whole.upper.verdict),
          got.whole.upper.delta);
}

/* --- tests ---------------------------------------------------------------------------------------------------------- */

/* Ends 2e-14 beside the truth are proven, for the decimals of the file are not the doubles of a spec; ends 1e-12 on the wrong
 * side are refuted, each for itself; exchanged ends are refuted both. */
static void test_references(void) {
    const double near = 3e-14, wrong = 1e-12;
    for (size_t i = 0; i < COUNT_OF(references); i++) {
        const reference *truth = &references[i];
        composition made = compose(truth->specs);
        double epsilon = truth->epsilon, low = epsilon * (1 - near), high = epsilon * (1 + near);
        expect(&made, truth, low, high, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN);
        expect(&made, truth, epsilon * (1 + wrong), high, PLD__PROOF_REFUTED, PLD__PROOF_PROVEN);
        expect(&made, truth, low, epsilon * (1 - wrong), PLD__PROOF_PROVEN, PLD__PROOF_REFUTED);
        expect(&made, truth, epsilon * (1 + wrong), epsilon * (1 - wrong), PLD__PROOF_REFUTED, PLD__PROOF_REFUTED);
        release(&made);
    }
}

/* What the engine answers is proven, in both directions, and what is 1.5 widths off is not. */
static void test_families(void) {
    static const char *const specs[][STEPS_MOST] = {
        {"poisson-gaussian:q=0.1,sigma=1"},
        {"poisson-gaussian:q=0.02,sigma=1.5@3000"},
        {"poisson-gaussian:q=0.01,sigma=1,removed=2,added=1@1000"},
        {"poisson-gaussian:q=0.02,sigma=2,removed=0,added=3@500"},
        {"hypergeometric-gaussian:N=100,B=10,k=2,sigma=2,shift=2@100"},
        {"hypergeometric-gaussian:N=10,B=9,k=3,sigma=5@50"},
        {"mixture-gaussian:sigma=1.5,pw=0.25:0.5:0.25,pm=0.5:1:3,qw=0.75:0.25,qm=0:0.25@40"},
        {"mixture-gaussian:sigma=2,pw=1,pm=1,qw=0.5:0.5,qm=-1:0,sensitivity=0.5"},
        {"laplace:b=1"},
        {"laplace:b=2@7"},
        {"laplace:b=2,sensitivity=3@20"},
        {"randomized-response:epsilon=0.3,k=2@100"},
        {"randomized-response:p=0.7,k=3@5"},
        {"randomized-response:p=0.1,k=4@9"},
        {"randomized-response:epsilon=0.5,k=5@3000"},
        {"approx-dp:epsilon=1,delta=1e-6@3"},
        {"approx-dp:epsilon=0.1,delta=1e-9@1000"},
        {"discrete-gaussian:sigma=2@10"},
        {"discrete-gaussian:sigma=3,sensitivity=2@40"},
        {"discrete-laplace:b=2@50"},
        {"discrete-laplace:b=2,sensitivity=3@500"},
        {"gaussian:sigma=5@10", "laplace:b=10@3"},
        {"gaussian:sigma=5@10", "randomized-response:epsilon=0.1@4"},
        {"gaussian:sigma=4@10", "discrete-gaussian:sigma=5@2", "poisson-gaussian:q=0.1,sigma=2@20"},
        {"poisson-gaussian:q=0.001,sigma=0.05@1000"},
        {"poisson-gaussian:q=0.2,sigma=0.04@10"},
        {"noisy-vote:b=10@10"},
        {"poisson-gaussian:q=1,sigma=3@10"},
        {"poisson-gaussian:q=0,sigma=3@10", "gaussian:sigma=1"},
    };
    pld_options options = pld_options_default();
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        composition made = compose(specs[i]);
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(made.steps, made.count, logl(1e-5L), &options, &result, NULL), PLD_OK);
        reference truth = {{specs[i][0]}, PLD_ADJACENCY_ADD_REMOVE, 1e-5, 0};
        double low = result.bracket.lower, high = result.bracket.upper, far = fmax(1.5 * (high - low), 1e-11 * high);
        pld__asserted claim = assert_epsilon(&truth, low, high);
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            claim.directions[d] = (pld__claimed){result.directions[d].bracket.lower, result.directions[d].bracket.upper};
        pld__verification got = ask(&made, &claim);
        CHECK(got.verdict == PLD__PROOF_PROVEN, "%s: %s", specs[i][0], pld__proof_name(got.verdict));
        expect(&made, &truth, low + far, high + far, PLD__PROOF_REFUTED, PLD__PROOF_PROVEN);
        expect(&made, &truth, low - far, high - far, PLD__PROOF_PROVEN, PLD__PROOF_REFUTED);
        release(&made);
    }
}

/* Brackets of delta. The first is the closed form of the Gaussian mechanism in 40 digits, the second two steps by quadrature of
 * one step's closed form in 30 (mpmath). */
static void test_delta(void) {
    static const struct {
        const char *specs[STEPS_MOST];
        double epsilon, delta, near;
    } cases[] = {{{"gaussian:sigma=1"}, 1, 0.12693673750664395, 1e-15},
                 {{"poisson-gaussian:q=0.5,sigma=1@2"}, 1.5, 0.0313755326649123430312911918447, 1e-9}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        composition made = compose(cases[i].specs);
        for (int wrong = -1; wrong <= 1; wrong++) {
            double moved = cases[i].delta * (1 + 3 * wrong * cases[i].near);
            pld__asserted claim = {.about_delta = true,
                                   .given = cases[i].epsilon,
                                   .log10_given = NAN,
                                   .asked = {true, false},
                                   .whole = {moved * (1 - cases[i].near), moved * (1 + cases[i].near)},
                                   .directions = {{NAN, NAN}, {NAN, NAN}}};
            pld__verification got = ask(&made, &claim);
            CHECK(got.verdict == (wrong == 0 ? PLD__PROOF_PROVEN : PLD__PROOF_REFUTED), "%s, moved %d: %s %s", cases[i].specs[0],
                  wrong, pld__proof_name(got.verdict), got.whole.lower.delta);
        }
        release(&made);
    }
}

/* Random hints: what they prove is true, and what they do not prove is proven without them. */
static void test_hints(void) {
    dice from = dice_create(1518);
    for (size_t i = 0; i < suite_cases(30); i++) {
        const reference *truth = &references[2 + dice_below(&from, 18)];
        composition made = compose(truth->specs);
        bool lower = dice_chance(&from, 0.5);
        double wrong = dice_logarithmic(&from, 1e-12, 1e-3), sign = lower ? 1 : -1;
        pld__asserted claim = assert_epsilon(truth, lower ? truth->epsilon * (1 + sign * wrong) : 0,
                                             lower ? INFINITY : truth->epsilon * (1 + sign * wrong));
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double tilt = dice_logarithmic(&from, 0.01, 200);
            claim.certificates[d] = (pld__certificate){.tilt = tilt,
                                                       .period = dice_logarithmic(&from, 0.01, 200),
                                                       .order = tilt * dice_uniform(&from, 0.9, 5),
                                                       .frequencies = dice_below(&from, 200),
                                                       .precision = 64 + dice_below(&from, 100)};
        }
        pld__verification got = ask(&made, &claim);
        const pld__proof_end *end = lower ? &got.whole.lower : &got.whole.upper;
        CHECK(end->verdict == PLD__PROOF_REFUTED, "%s, %s end off by %g: %s %s", truth->specs[0], lower ? "lower" : "upper",
              wrong, pld__proof_name(end->verdict), end->delta);
        release(&made);
    }
}

/* Ends that say nothing, and ends that cannot be. */
static void test_ends(void) {
    reference truth = {{"gaussian:sigma=1"}, PLD_ADJACENCY_ADD_REMOVE, 1e-5, 0};
    composition made = compose(truth.specs);
    expect(&made, &truth, 0, INFINITY, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN);
    expect(&made, &truth, -1, -1, PLD__PROOF_PROVEN, PLD__PROOF_REFUTED);
    expect(&made, &truth, INFINITY, INFINITY, PLD__PROOF_REFUTED, PLD__PROOF_PROVEN);
    truth.delta = 0; /* no finite epsilon is pure */
    expect(&made, &truth, INFINITY, INFINITY, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN);
    expect(&made, &truth, 5, 40, PLD__PROOF_PROVEN, PLD__PROOF_REFUTED);
    release(&made);
    reference pure = {{"randomized-response:epsilon=0.25,k=2@8"}, PLD_ADJACENCY_REMOVE, 0, 0};
    made = compose(pure.specs);
    expect(&made, &pure, 1.9999999, 2, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN);
    expect(&made, &pure, 1.9999999, 1.9999999, PLD__PROOF_PROVEN, PLD__PROOF_REFUTED);
    expect(&made, &pure, 2, 2, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN); /* just the largest loss */
    expect(&made, &pure, nextafter(2, 3), 3, PLD__PROOF_UNPROVEN, PLD__PROOF_PROVEN);
    release(&made);
    reference exact = {{"laplace:b=0.5@3"}, PLD_ADJACENCY_ADD_REMOVE, 0, 0};
    made = compose(exact.specs);
    expect(&made, &exact, 6, 6, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN);
    release(&made);
    reference half = {{"approx-dp:epsilon=0,delta=0.5"}, PLD_ADJACENCY_ADD_REMOVE, 0.5, 0}; /* delta is 1/2 everywhere */
    made = compose(half.specs);
    expect(&made, &half, 0, 0, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN);
    expect(&made, &half, 1, 1, PLD__PROOF_UNPROVEN, PLD__PROOF_PROVEN);
    half.delta = 0.25;
    expect(&made, &half, INFINITY, INFINITY, PLD__PROOF_PROVEN, PLD__PROOF_PROVEN);
    expect(&made, &half, 0, 7, PLD__PROOF_PROVEN, PLD__PROOF_REFUTED);
    release(&made);
}

/* Of arrays nothing is known but what the engine has read. */
static void test_family(void) {
    const double p[] = {0.5, 0.5}, q[] = {0.25, 0.75};
    pld_mechanism *array = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, q, false, 1, "array:file=x", &array, NULL), PLD_OK);
    composition made = {.count = 1, .steps = {{array, 2}}, .mechanisms = {array}};
    reference other = {{"array"}, PLD_ADJACENCY_REMOVE, 1e-5, 0};
    pld__asserted claim = assert_epsilon(&other, 1, 2);
    pld__verification got = ask(&made, &claim);
    CU_ASSERT_EQUAL(got.verdict, PLD__PROOF_UNPROVEN);
    CU_ASSERT_PTR_NOT_NULL_FATAL(got.family);
    CU_ASSERT_TRUE(strncmp(got.family, "array:", 6) == 0);
    release(&made);
}

int main(void) {
    CU_TestInfo tests[] = {{"references", test_references},
                           {"families", test_families},
                           {"delta", test_delta},
                           {"hints", test_hints},
                           {"ends", test_ends},
                           {"family", test_family},
                           CU_TEST_INFO_NULL};
    return suite_run("verify/verify", tests);
}
