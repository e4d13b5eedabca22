#include "statement/words.h"

#include "mechanism/check.h"
#include "mechanism/pair.h"
#include <inttypes.h>

/* --- mechanisms ------------------------------------------------------------------------------------------------------- */

static void say_times(pld__markup *markup, uint64_t count) {
    if (count == 1) {
        pld__markup_say(markup, ", once");
    } else {
        pld__markup_say(markup, ", %" PRIu64 " times", count);
    }
}

static void say_steps(pld__markup *markup, uint64_t count) {
    pld__markup_say(markup, ", $T = %" PRIu64 "$ step%s", count, count == 1 ? "" : "s");
}

/* How noise meets what was clipped. `sensitivity` is in units of the clip norm. */
static void say_clipping(pld__markup *markup, const char *what, const pld__traits *traits) {
    pld__markup_say(
        markup,
        "; %s to norm $C$, and Gaussian noise of standard deviation $sigma C$, with noise multiplier $sigma = %s$, is "
        "added to their sum",
        what, pld__number_format(traits->scale).text);
    if (traits->sensitivity != 1) {
        pld__markup_say(markup, "; one record changes that sum by at most $%s C$", pld__number_format(traits->sensitivity).text);
    }
}

/* The records of a pair that protects several. */
static void say_protected(pld__markup *markup, const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    uint64_t records = traits->removed + traits->added;
    if (mechanism->replaced || records == 1) {
        return;
    }
    pld__markup_say(markup, "; its pair protects %" PRIu64 " records, ", records);
    if (traits->removed == 0 || traits->added == 0) {
        pld__markup_say(markup, "all of them added or all removed");
    } else {
        pld__markup_say(markup, "%" PRIu64 " removed and %" PRIu64 " added at once", traits->removed, traits->added);
    }
}

static void say_training(pld__markup *markup, const pld_step *step) {
    const pld__traits *traits = &step->mechanism->traits;
    uint64_t runs = step->count / traits->steps, rest = step->count % traits->steps;
    pld__markup_say(markup,
                    "DP-SGD with Poisson sampling and Gaussian noise: $N = %" PRIu64
                    "$ records, each of which joins each batch independently with probability $q = %" PRIu64 "/%" PRIu64
                    "$ (batches of %" PRIu64 " on average)",
                    traits->population, traits->batch, traits->population, traits->batch);
    say_steps(markup, step->count);
    if (runs > 1 && rest == 0) {
        pld__markup_say(markup, " (%" PRIu64 " runs of %" PRIu64 ")", runs, traits->steps);
    }
    say_clipping(markup, "per-example gradients are clipped", traits);
    say_protected(markup, step->mechanism);
}

static void say_sampled_gaussian(pld__markup *markup, const pld_step *step) {
    const pld__traits *traits = &step->mechanism->traits;
    if (traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN) {
        pld__markup_say(markup,
                        "DP-SGD with batches of fixed size and Gaussian noise: $B = %" PRIu64 "$ of $N = %" PRIu64
                        "$ records are drawn without replacement for each step",
                        traits->batch, traits->population);
    } else {
        pld__markup_say(markup,
                        "DP-SGD with Poisson sampling and Gaussian noise: each record joins each batch independently with "
                        "probability $q = %s$",
                        pld__number_format(traits->sampling_rate).text);
    }
    say_steps(markup, step->count);
    say_clipping(markup, "per-example gradients are clipped", traits);
    say_protected(markup, step->mechanism);
}

/* Noise of a scale on a result of a sensitivity. */
static void say_noise(pld__markup *markup, const pld_step *step, const char *name, const char *symbol, const char *result,
                      const char *norm) {
    const pld__traits *traits = &step->mechanism->traits;
    double sensitivity = traits->whole_sensitivity > 0 ? (double)traits->whole_sensitivity : traits->sensitivity;
    pld__markup_say(markup, "the %s mechanism", name);
    say_times(markup, step->count);
    pld__markup_say(markup, ": noise with $%s = %s$ on %s that one record changes by at most $%s$%s", symbol,
                    pld__number_format(traits->scale).text, result, pld__number_format(sensitivity).text, norm);
}

static void say_code(pld__markup *markup, const pld_step *step, const char *before, const char *after) {
    pld__markup_say(markup, "%s (", before);
    pld__markup_code(markup, pld_mechanism_resolved(step->mechanism));
    pld__markup_say(markup, ")");
    say_times(markup, step->count);
    pld__markup_say(markup, "%s", after);
}

static void say_guarantee(pld__markup *markup, const pld_step *step) {
    const pld__traits *traits = &step->mechanism->traits;
    pld__markup_say(markup, "a mechanism of which only $(%s, %s)$-differential privacy is known",
                    pld__number_format(traits->epsilon).text, pld__number_format(traits->delta).text);
    say_times(markup, step->count);
}

void pld__words_mechanism(pld__markup *markup, const pld_step *step) {
    const pld__traits *traits = &step->mechanism->traits;
    switch (traits->kind) {
    case PLD__KIND_POISSON_GAUSSIAN:
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
        if (traits->steps > 0) {
            say_training(markup, step);
        } else {
            say_sampled_gaussian(markup, step);
        }
        return;
    case PLD__KIND_GAUSSIAN:
        say_noise(markup, step, "Gaussian", "sigma", "results", " in Euclidean norm");
        return;
    case PLD__KIND_LAPLACE:
    case PLD__KIND_POISSON_LAPLACE:
        say_noise(markup, step, "Laplace", "b", "results", " in the sum of absolute values");
        break;
    case PLD__KIND_DISCRETE_GAUSSIAN:
        say_noise(markup, step, "discrete Gaussian", "sigma", "whole-numbered results", "");
        break;
    case PLD__KIND_DISCRETE_LAPLACE:
        say_noise(markup, step, "discrete Laplace", "b", "whole-numbered results", "");
        break;
    case PLD__KIND_RANDOMIZED_RESPONSE:
        say_code(markup, step, "randomized response", ", of which a neighbour gives another answer");
        break;
    case PLD__KIND_APPROX_DP:
        say_guarantee(markup, step);
        break;
    case PLD__KIND_NOISY_VOTE:
        pld__markup_say(markup, "report-noisy-max with Laplace noise of scale $b = %s$ on every count",
                        pld__number_format(traits->noise).text);
        say_times(markup, step->count);
        break;
    case PLD__KIND_MIXTURE_GAUSSIAN:
    case PLD__KIND_OTHER:
        say_code(markup, step, "a pair of distributions that was given as it is", ", for the neighbours that it was made for");
        break;
    }
    if (traits->sampling_rate != 1 && traits->kind != PLD__KIND_MIXTURE_GAUSSIAN && traits->kind != PLD__KIND_OTHER) {
        pld__markup_say(markup, ", on samples that each record joins independently with probability $q = %s$",
                        pld__number_format(traits->sampling_rate).text);
    }
}

/* --- neighbours ------------------------------------------------------------------------------------------------------- */

/* Only sampled Gaussians count the records that they protect. */
static bool counts_records(const pld_mechanism *mechanism) {
    pld__kind kind = mechanism->traits.kind;
    return !mechanism->replaced && (kind == PLD__KIND_POISSON_GAUSSIAN || kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN);
}

static bool protects_one(const pld_mechanism *mechanism) {
    return !counts_records(mechanism) || mechanism->traits.removed + mechanism->traits.added == 1;
}

void pld__words_adjacency(pld__markup *markup, const pld_step *steps, size_t count, pld_adjacency adjacency) {
    bool one = true, same = true;
    const pld__traits *first = &steps[0].mechanism->traits;
    for (size_t i = 0; i < count; i++) {
        const pld__traits *traits = &steps[i].mechanism->traits;
        one = one && protects_one(steps[i].mechanism);
        same = same && counts_records(steps[i].mechanism) && traits->removed == first->removed && traits->added == first->added;
    }
    uint64_t records = one ? 1 : first->removed + first->added;
    bool mixed = !one && (!same || (first->removed > 0 && first->added > 0));
    if (adjacency == PLD_ADJACENCY_REPLACE) {
        pld__markup_say(markup, "Neighbouring data sets differ by one record that is replaced by another.");
    } else if (mixed) {
        pld__markup_say(markup, "Neighbouring data sets differ by the records that %s protects.",
                        count > 1 ? "each of the mechanisms" : "the pair");
    } else if (records == 1) {
        pld__markup_say(markup, "Neighbouring data sets differ by one record that is added or removed.");
    } else {
        pld__markup_say(markup, "Neighbouring data sets differ by %" PRIu64 " records, all of them added or all removed.",
                        records);
    }
    if (adjacency == PLD_ADJACENCY_REMOVE || adjacency == PLD_ADJACENCY_ADD) {
        pld__markup_say(markup, " Only records that are %s are considered here; the other direction is not covered.",
                        adjacency == PLD_ADJACENCY_REMOVE ? "removed" : "added");
    }
}

const char *pld__words_group(pld_adjacency adjacency) {
    return adjacency == PLD_ADJACENCY_REMOVE ? "all of them removed"
           : adjacency == PLD_ADJACENCY_ADD  ? "all of them added"
                                             : "all of them added or all removed";
}

/* --- what is released ------------------------------------------------------------------------------------------------- */

void pld__words_released(pld__markup *markup, const pld_step *steps, size_t count) {
    bool training = true;
    for (size_t i = 0; i < count; i++) {
        pld__kind kind = steps[i].mechanism->traits.kind;
        training = training && (kind == PLD__KIND_POISSON_GAUSSIAN || kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN);
    }
    pld__markup_say(markup, training ? "All noisy gradient sums may be released, and with them every intermediate model and the "
                                       "final one."
                                     : "All outputs may be released, and whatever is computed from them.");
}
