/* truncated-poisson: each record joins with probability q on its own, and a uniform part of B is kept where there are more
 * (T104).
 */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/fixed_size.h"
#include "pair/truncated.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define DRAWN                                                                                                                  \
    "Truncated Poisson sampling is assumed: each record joins each batch independently with probability q, a uniform part of " \
    "B is kept where there are more, sizes are not released, and the sum is divided by a constant. "
#define NOTE_PRESENCE                                                                                                      \
    DRAWN "Records are added or removed, and N counts the larger of two neighbouring data sets; records that stay with a " \
          "gradient of 0 are not covered."
#define NOTE_REPLACED DRAWN "One record is replaced by another."
#define NOTE_ZEROED \
    DRAWN "One record stays with a gradient of 0 (zero-out): it is not added or removed, and may still take a place."
#define GAP                                                                                                                    \
    "The two ends come from different pairs: the upper end is that of a pair that also tells whether the batch was full, the " \
    "lower end that of data sets whose other gradients are 0. That the truth lies between them is certified; where is not "    \
    "known."

typedef enum { PRESENCE, REPLACED, ZEROED } change;

static pld_status check(uint64_t population, double rate, uint64_t cap, double sigma, pld_error *error) {
    pld_status status = pld__check_range("N", (double)population, 1, 1e15, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status == PLD_OK)
        status = pld__check_range("B", (double)cap, 1, 1e15, error);
    return status == PLD_OK ? pld__check_positive("sigma", sigma, error) : status;
}

/* The pieces of a batch that was not full, and of one that was. */
static pld_status add_pieces(change what, const pld__drawn_once *rest, const pld__drawn_once *full, pld__pieces *pieces,
                             long double *dropped) {
    pld_status status = !(rest->share > 0) ? PLD_OK
                        : what == REPLACED ? pld__pieces_add_poisson_replaced(pieces, rest, dropped)
                                           : pld__pieces_add_drawn(pieces, rest, 1, dropped);
    if (status != PLD_OK || !(full->share > 0))
        return status;
    return what == REPLACED ? pld__pieces_add_replaced(pieces, full, dropped)
           : what == ZEROED ? pld__pieces_add_zeroed(pieces, full, dropped)
                            : pld__pieces_add_drawn(pieces, full, 2, dropped);
}

static pld_status make_dominating(const pld__traits *traits, change what, const pld__truncated *cut, const char *resolved,
                                  pld_mechanism **mechanism) {
    static const char *const notes[] = {NOTE_PRESENCE "\n" GAP, NOTE_REPLACED "\n" GAP, NOTE_ZEROED "\n" GAP};
    double rate = traits->sampling_rate, step = (double)(1 / (long double)traits->scale);
    const pld__drawn_once rest = {{1 - (long double)rate, rate}, step, cut->uncut, cut->error},
                          full = {{cut->left_out, cut->kept}, step, cut->cut, cut->error};
    long double dropped = cut->missing;
    pld__pieces *pieces = pld__pieces_create();
    if (!pieces)
        return PLD_ERROR_MEMORY;
    pld_status status = add_pieces(what, &rest, &full, pieces, &dropped);
    if (status != PLD_OK) {
        pld__pieces_free(pieces);
        return status;
    }
    status = pld__pieces_mechanism(pieces, dropped, resolved, notes[what], mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = *traits;
    return status;
}

/* N, q and B as they are: where nothing is ever cut, Poisson sampling; otherwise with the pair that others of 0 attain. */
static pld_status make(const pld__traits *traits, change what, pld_mechanism **mechanism, pld_error *error) {
    char resolved[192];
    double rate = traits->sampling_rate;
    bool whole = rate == 0 || rate == 1 || traits->batch >= traits->population;
    uint64_t added = what == REPLACED ? 1 : 0;
    pld_mechanism *upper = NULL, *attained[1] = {NULL};
    snprintf(resolved, sizeof resolved, "truncated-poisson:N=%" PRIu64 ",q=%s,B=%" PRIu64 ",sigma=%s", traits->population,
             pld__number_format(rate).text, traits->batch, pld__number_format(traits->scale).text);
    if (whole && traits->batch < traits->population && rate == 1)
        return pld__error_argument(error, "q=1", "q below 1; batches of B of all records: fixed-size",
                                   "'q=1' is out of range: everybody joins, and B are kept");
    if (whole) {
        pld_status status = pld_mechanism_create_poisson_gaussian(rate, traits->scale, 1, added, 1, &upper, error);
        if (status == PLD_OK)
            status = pld__mechanism_relabel(upper, resolved, upper->note);
        if (status != PLD_OK) {
            pld_mechanism_free(upper);
            return status;
        }
        upper->traits.family = &pld__family_truncated_poisson;
        upper->traits.batch = traits->batch;
        upper->traits.population = traits->population;
        *mechanism = upper;
        return PLD_OK;
    }
    pld__truncated cut = pld__truncated_of(traits->population, rate, traits->batch);
    double drawn = (double)(cut.drawn * (1 - (long double)(cut.error + 4 * PLD__U))); /* from below: it spends less (T41) */
    pld_status status = make_dominating(traits, what, &cut, resolved, &upper);
    if (status == PLD_OK)
        status = pld_mechanism_create_poisson_gaussian(drawn, traits->scale, 1, added, 1, &attained[0], error);
    return pld__two_ends_join(status, upper, attained, 1, GAP, mechanism);
}

static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return make(&mechanism->traits, REPLACED, replaced, error);
}

static pld_status zero(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error) {
    return make(&mechanism->traits, ZEROED, zeroed, error);
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_POPULATION, KEY_RATE, KEY_CAP, KEY_SIGMA };

static const pld__key keys[] = {
    [KEY_POPULATION] = {.name = "N",
                        .kind = PLD__KEY_WHOLE,
                        .meaning = "records in the data set, the larger one of records that are added or removed"},
    [KEY_RATE] = {.name = "q", .kind = PLD__KEY_NUMBER, .meaning = "probability that a record is drawn, from 0 to 1"},
    [KEY_CAP] = {.name = "B", .kind = PLD__KEY_WHOLE, .meaning = "the most records of a batch; from N on nothing is cut"},
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    pld__traits traits = {.family = &pld__family_truncated_poisson,
                          .scale = values[KEY_SIGMA].number,
                          .sensitivity = 1,
                          .noise = values[KEY_SIGMA].number,
                          .sampling_rate = values[KEY_RATE].number,
                          .removed = 1,
                          .population = values[KEY_POPULATION].whole,
                          .batch = values[KEY_CAP].whole};
    pld_status status = check(traits.population, traits.sampling_rate, traits.batch, traits.scale, error);
    return status == PLD_OK ? make(&traits, PRESENCE, mechanism, error) : status;
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words,
                   "DP-SGD with truncated Poisson sampling and Gaussian noise: each of $N = %" PRIu64
                   "$ records joins each batch independently with probability $q = %s$, and of more than $B = %" PRIu64
                   "$ so many are kept, drawn uniformly",
                   traits->population, pld__number_format(traits->sampling_rate).text, traits->batch);
    pld__words_steps(words, count);
    pld__words_clipping(words, traits);
}

const pld__family pld__family_truncated_poisson = {
    .name = "truncated-poisson",
    .meaning = "Poisson batches of rate q, cut to B: (1 - tau) (P1, Q) + tau (P2, Q), labelled; tau = Pr[Bin(N-1, q) >= B]",
    .remark =
        "P1 = (1 - q) N(0) + q N(1), P2 = (1 - r) N(0) + r N(2), Q = N(0), r the probability to be kept in a full batch. This\n"
        "pair dominates; what is attained is the Poisson pair of all draws together (others of gradient 0), and the gap between\n"
        "them is one of theory. Sizes of batches are not released, and the sum is divided by a constant.",
    .reference = "Ganesh 2025",
    .example = "truncated-poisson:N=60000,q=256/60000,B=300,sigma=1@2000",
    .adjacency = "add, remove, replace, zero-out: brackets with a gap of theory",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = PLD__SAMPLED_ALREADY,
    .standing = PLD__STANDING_WORST_CASE,
    .no_group = "of several records in cut batches no pair is known",
    .replace = replace,
    .zero = zero,
    .describe = describe,
    .public_numbers = PLD__PUBLIC_SIZE | PLD__PUBLIC_BATCH | PLD__PUBLIC_RATE | PLD__PUBLIC_TRAINING,
    .drawing =
        {"Truncated Poisson sampling is assumed, drawn anew for each step. Plain Poisson, fixed-size or shuffled batches are "
         "not covered.",
         "Sizes of batches, and which records were drawn, are not released."},
};
