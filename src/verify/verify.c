#include "verify/verify.h"

#include "base/clock.h"
#include "verify/prover.h"

#include <math.h>
#include <stdlib.h>

pld__verify_identity pld__verify_identify(void) {
    return pld__verify_identity_here();
}

/* A question that was asked already has its answer. */
typedef struct {
    double epsilon, target; /* the target as the double that stands for it */
    int order;
    char delta[PLD__ENCLOSURE_SIZE];
} answer;

enum { ANSWERS = 8 };

typedef struct {
    const pld__asserted *claim;
    pld__prover provers[PLD_DIRECTIONS];
    answer answers[PLD_DIRECTIONS][ANSWERS];
    size_t answer_count[PLD_DIRECTIONS];
} judge;

/* The delta that an end is held against: the double, or 10 to a double that was rounded a few times. */
static void set_target(const pld__asserted *claim, double end, arb_t target) {
    arb_set_d(target, claim->about_delta ? end : claim->given);
    if (!claim->about_delta && !isnan(claim->log10_given)) {
        arb_t exponent;
        mag_t radius;
        arb_init(exponent);
        mag_init(radius);
        arb_set_d(exponent, claim->log10_given);
        mag_set_d(radius, fabs(claim->log10_given) * 0x1p-50);
        arb_add_error_mag(exponent, radius);
        arb_set_ui(target, 10);
        arb_pow(target, target, exponent, 256);
        arb_clear(exponent);
        mag_clear(radius);
    }
}

static void write_enclosure(const arb_t delta, char *text) {
    char *made = arb_get_str(delta, 20, 0);
    text[0] = '\0';
    if (made)
        for (size_t i = 0; i + 1 < PLD__ENCLOSURE_SIZE && (i == 0 || made[i - 1] != '\0'); i++) {
            text[i] = made[i];
            text[i + 1] = '\0';
        }
    flint_free(made);
}

/* delta(epsilon) of a direction against the target. */
static const answer *ask(judge *court, int direction, double epsilon, double end) {
    answer *answers = court->answers[direction];
    size_t *count = &court->answer_count[direction];
    double target_double = court->claim->about_delta ? end : court->claim->given;
    for (size_t i = 0; i < *count; i++)
        if (answers[i].epsilon == epsilon && answers[i].target == target_double)
            return &answers[i];
    if (*count == ANSWERS)
        *count = 0;
    answer *made = &answers[(*count)++];
    arb_t target, delta;
    arb_init(target);
    arb_init(delta);
    set_target(court->claim, end, target);
    made->epsilon = epsilon;
    made->target = target_double;
    made->order = pld__prover_compare(&court->provers[direction], epsilon, target, delta);
    write_enclosure(delta, made->delta);
    arb_clear(target);
    arb_clear(delta);
    return made;
}

static void copy_text(const char *from, char *to) {
    for (size_t i = 0; i < PLD__ENCLOSURE_SIZE; i++)
        to[i] = from[i];
}

/* An end that says nothing is proven by itself. */
static bool says_nothing(const pld__asserted *claim, double end, bool upper) {
    return upper ? end >= (claim->about_delta ? 1 : INFINITY) : end <= 0;
}

static bool is_first(const judge *court, int direction, double epsilon, double end) {
    arb_t target;
    arb_init(target);
    set_target(court->claim, end, target);
    bool first = isfinite(epsilon) && pld__prover_is_first(&court->provers[direction], epsilon, target);
    arb_clear(target);
    return first;
}

/* Some direction is above the target (a lower end), or every direction is at or below it (an upper end) (T69). Of a lower end of
 * epsilon strictly above: at a delta that is just the target, a smaller epsilon might do. */
static pld__proof_end judge_end(judge *court, double end, bool upper, const bool asked[PLD_DIRECTIONS]) {
    const pld__asserted *claim = court->claim;
    pld__proof_end made = {.claimed = !isnan(end), .verdict = PLD__PROOF_PROVEN};
    if (!made.claimed || says_nothing(claim, end, upper))
        return made;
    double epsilon = claim->about_delta ? claim->given : end;
    bool all_known = true, some_above = false;
    if (claim->about_delta ? end < 0 : epsilon < 0) { /* no upper end can be */
        made.verdict = PLD__PROOF_REFUTED;
        return made;
    }
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (!asked[d] || some_above)
            continue;
        const answer *found = ask(court, d, epsilon, end);
        bool above =
            found->order == 1 || (found->order == 0 && !upper && (claim->about_delta || is_first(court, d, epsilon, end)));
        /* Just the target proves an upper end; a lower end of epsilon it proves where delta is larger before. */
        bool known = found->order == -1 || above || (found->order == 0 && (upper || claim->about_delta));
        some_above |= above;
        all_known &= known;
        if (above || made.delta[0] == '\0' || !known)
            copy_text(found->delta, made.delta);
        if (!known)
            made.reason = court->provers[d].reason;
    }
    if (some_above) {
        made.verdict = upper ? PLD__PROOF_REFUTED : PLD__PROOF_PROVEN;
        made.reason = NULL;
    } else
        made.verdict = !all_known ? PLD__PROOF_UNPROVEN : upper ? PLD__PROOF_PROVEN : PLD__PROOF_REFUTED;
    return made;
}

static pld__proof_ends judge_ends(judge *court, const pld__claimed *claimed, const bool asked[PLD_DIRECTIONS]) {
    return (pld__proof_ends){.lower = judge_end(court, claimed->lower, false, asked),
                             .upper = judge_end(court, claimed->upper, true, asked)};
}

static pld__proof worse(pld__proof verdict, const pld__proof_ends *ends) {
    if (ends->lower.claimed && ends->lower.verdict > verdict)
        verdict = ends->lower.verdict;
    return ends->upper.claimed && ends->upper.verdict > verdict ? ends->upper.verdict : verdict;
}

static void judge_all(judge *court, pld__verification *verification) {
    const pld__asserted *claim = court->claim;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        bool alone[PLD_DIRECTIONS] = {d == PLD_REMOVE, d == PLD_ADD};
        if (!claim->asked[d])
            continue;
        verification->directions[d] = judge_ends(court, &claim->directions[d], alone);
        verification->verdict = worse(verification->verdict, &verification->directions[d]);
    }
    verification->whole = judge_ends(court, &claim->whole, claim->asked);
    verification->verdict = worse(verification->verdict, &verification->whole);
}

/* Nothing can be told of any end. */
static void leave_open(const pld__asserted *claim, pld__verification *verification) {
    pld__proof_end open = {.claimed = true, .verdict = PLD__PROOF_UNPROVEN, .reason = "family"};
    verification->verdict = PLD__PROOF_UNPROVEN;
    verification->whole = (pld__proof_ends){open, open};
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (claim->asked[d])
            verification->directions[d] = (pld__proof_ends){open, open};
}

/* How closely the ends tell where the truth is: no more than the narrowest bracket that is there, and only where to begin. */
static double log_width(const pld__asserted *claim, int direction) {
    const pld__claimed *claimed = isnan(claim->directions[direction].lower) ? &claim->whole : &claim->directions[direction];
    double width = claim->about_delta ? 1 - claimed->lower / claimed->upper : claimed->upper - claimed->lower;
    return width > 1e-20 && isfinite(width) ? fmin(log(width), 0) : -45;
}

pld_status pld__verify(const pld_step *steps, size_t count, const pld__asserted *claim, pld__verification *verification) {
    double begun = pld__seconds_now();
    pld__exact_steps exact;
    *verification = (pld__verification){.verdict = PLD__PROOF_PROVEN};
    pld_status status = pld__exact_steps_read(steps, count, &exact, &verification->family);
    judge *court = status == PLD_OK ? calloc(1, sizeof *court) : NULL;
    if (status == PLD_OK && !court)
        status = PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        court->claim = claim;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const pld__certificate *certificate = &claim->certificates[d];
            pld__hint hint = {certificate->tilt, certificate->period, certificate->order, certificate->frequencies,
                              certificate->precision};
            pld__prover_init(&court->provers[d], &exact, (pld_direction)d, &hint);
            court->provers[d].log_width = log_width(claim, d);
        }
        judge_all(court, verification);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const pld__prover *prover = &court->provers[d];
            verification->certificates[d] = (pld__certificate){prover->used.tilt, prover->used.period, prover->used.order,
                                                               prover->used.frequencies, prover->used.precision};
            if (prover->precision > verification->precision)
                verification->precision = prover->precision;
            verification->doubles |= prover->doubles;
            pld__prover_clear(&court->provers[d]);
        }
    } else if (status == PLD_ERROR_ARGUMENT) {
        leave_open(claim, verification);
        status = PLD_OK;
    }
    free(court);
    pld__exact_steps_free(&exact);
    verification->seconds = pld__seconds_now() - begun;
    return status;
}
