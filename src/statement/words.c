#include "statement/words.h"

#include "family/check.h"
#include "pair/pair.h"
#include <inttypes.h>
#include <stdio.h>

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
    bool drawn = traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN;
    double moved = drawn ? traits->shift * traits->sensitivity : traits->sensitivity;
    char factor[64] = "";
    if (moved != 1) {
        snprintf(factor, sizeof factor, "%s ", pld__number_format(moved).text);
    }
    if (drawn) {
        pld__markup_say(markup, "; a protected record that is drawn is taken to move that sum by at most $%sC$", factor);
    } else if (moved != 1) {
        pld__markup_say(markup, "; one record changes that sum by at most $%sC$", factor);
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
    pld__markup_say(markup, ": noise with $%s = %s$ on %s that one record%s changes by at most $%s$%s", symbol,
                    pld__number_format(traits->scale).text, result, step->mechanism->replaced ? " that is replaced" : "",
                    pld__number_format(sensitivity).text, norm);
    if (step->mechanism->replaced) {
        pld__markup_say(markup, ", twice as much as one that is added or removed");
    }
}

static void say_code(pld__markup *markup, const pld_step *step, const char *before, const char *after) {
    pld__markup_say(markup, "%s (", before);
    pld__markup_code(markup, pld_mechanism_resolved(step->mechanism));
    pld__markup_say(markup, ")");
    say_times(markup, step->count);
    pld__markup_say(markup, "%s", after);
}

static void say_response(pld__markup *markup, const pld_step *step) {
    const pld__traits *traits = &step->mechanism->traits;
    say_code(markup, step, "randomized response", "");
    if (traits->sampling_rate != 1) {
        pld__markup_say(markup, ", where for a record that is not drawn, or not there, an answer that does not depend on it is "
                                "randomized");
    } else if (traits->whole_sensitivity > 1) {
        pld__markup_say(markup, ", each time to $%" PRIu64 "$ questions", traits->whole_sensitivity);
    }
}

static void say_guarantee(pld__markup *markup, const pld_step *step) {
    const pld__traits *traits = &step->mechanism->traits;
    const char *change = step->mechanism->replaced ? "replaced" : "added or removed";
    pld__markup_say(markup, "a mechanism of which only $(%s, %s)$-differential privacy is known, ",
                    pld__number_format(traits->epsilon).text, pld__number_format(traits->delta).text);
    if (traits->whole_sensitivity > 1) {
        pld__markup_say(markup, "by group privacy for up to $%" PRIu64 "$ records that are %s", traits->whole_sensitivity,
                        change);
    } else {
        pld__markup_say(markup, "for one record that is %s", change);
    }
    say_times(markup, step->count);
}

static void say_vote(pld__markup *markup, const pld_step *step) {
    const pld__traits *traits = &step->mechanism->traits;
    pld__markup_say(markup,
                    "report-noisy-max with Laplace noise of scale $b = %s$ on every count (a record is one vote that counts 1), "
                    "taken as any $%s/b$-differentially private mechanism",
                    pld__number_format(traits->noise).text, step->mechanism->replaced ? "2" : "1");
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
        say_noise(markup, step, "discrete Gaussian", "sigma", "one whole number", "");
        pld__markup_say(markup, " (a vector with that Euclidean sensitivity is not covered)");
        break;
    case PLD__KIND_DISCRETE_LAPLACE:
        say_noise(markup, step, "discrete Laplace", "b", "one whole number", "");
        break;
    case PLD__KIND_RANDOMIZED_RESPONSE:
        say_response(markup, step);
        break;
    case PLD__KIND_APPROX_DP:
        say_guarantee(markup, step);
        break;
    case PLD__KIND_NOISY_VOTE:
        say_vote(markup, step);
        break;
    case PLD__KIND_MIXTURE_GAUSSIAN:
        say_code(markup, step, "a pair of distributions that was given as it is", "");
        return;
    case PLD__KIND_OTHER:
        say_code(markup, step, "a pair of distributions that was given as it is", "");
        break;
    }
    if (traits->sampling_rate != 1) {
        pld__markup_say(markup, ", on samples that each record joins independently with probability $q = %s$",
                        pld__number_format(traits->sampling_rate).text);
    }
}

/* --- assumptions ------------------------------------------------------------------------------------------------------ */

static bool is_sampled_gaussian(const pld_mechanism *mechanism) {
    return mechanism->traits.kind == PLD__KIND_POISSON_GAUSSIAN || mechanism->traits.kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN;
}

/* Each record joins each sample on its own. */
static bool is_poisson(const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    return traits->sampling_rate > 0 && traits->sampling_rate < 1 && traits->kind != PLD__KIND_HYPERGEOMETRIC_GAUSSIAN;
}

static void say_poisson(pld__markup *markup) {
    pld__markup_next(markup);
    pld__markup_say(markup, "Poisson sampling is assumed: each record joins each batch independently with probability $q$. "
                            "Shuffled or fixed-size batches are not Poisson batches, and this statement does not cover them.");
    pld__markup_next(markup);
    pld__markup_say(markup, "Which records were drawn is not released, nor how many; $q$ is public and the same for neighbouring "
                            "data sets.");
}

static void say_fixed_size(pld__markup *markup) {
    pld__markup_next(markup);
    pld__markup_say(markup,
                    "Batches of fixed size are assumed, drawn anew for each step without replacement; $N$ counts the larger "
                    "of two neighbouring data sets, which differ by records that are there or not. Poisson or shuffled "
                    "batches, and records that stay with a gradient of 0, are not covered.");
    pld__markup_next(markup);
    pld__markup_say(markup, "Which records were drawn is not released.");
}

/* `numbers` is what has to be public. */
static void say_public(pld__markup *markup, const char *numbers) {
    pld__markup_next(markup);
    pld__markup_say(markup,
                    "%s are public, fixed before training and the same for neighbouring data sets; the noisy sum is divided by a "
                    "constant if at all, not by the realised batch size; and tuning hyperparameters on the same data is not "
                    "covered.",
                    numbers);
}

void pld__words_assumptions(pld__markup *markup, const pld_step *steps, size_t count) {
    bool poisson = false, fixed = false, gaussian = false, population = false;
    for (size_t i = 0; i < count; i++) {
        const pld_mechanism *mechanism = steps[i].mechanism;
        bool drawn = mechanism->traits.kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN;
        poisson = poisson || is_poisson(mechanism);
        fixed = fixed || drawn;
        gaussian = gaussian || (is_sampled_gaussian(mechanism) && !drawn);
        population = population || mechanism->traits.steps > 0;
    }
    if (poisson) {
        say_poisson(markup);
    }
    if (fixed) {
        say_fixed_size(markup);
    }
    if (gaussian || fixed) {
        say_public(markup, !gaussian             ? "$N$, $B$, $T$ and $sigma$"
                           : fixed && population ? "$N$ (of the Poisson samples a nominal size), $B$, $q$, $T$ and $sigma$"
                           : fixed               ? "$N$, $B$, $q$, $T$ and $sigma$"
                           : population          ? "$N$ (here a nominal size), $q$, $T$ and $sigma$"
                                                 : "$q$, $T$ and $sigma$");
    }
}

/* --- what is released ------------------------------------------------------------------------------------------------- */

static bool is_training(const pld_step *steps, size_t count) {
    bool training = true;
    for (size_t i = 0; i < count; i++) {
        training = training && is_sampled_gaussian(steps[i].mechanism);
    }
    return training;
}

void pld__words_released(pld__markup *markup, const pld_step *steps, size_t count, const char *released) {
    bool training = is_training(steps, count);
    if (released != NULL) {
        pld__markup_say(markup, "What is released: ");
        pld__markup_text(markup, released);
        pld__markup_stop(markup, released);
        pld__markup_next(markup);
        pld__markup_say(markup, "It is covered as far as it is computed from the %s and public values alone.",
                        training ? "noisy gradient sums" : "outputs");
        return;
    }
    pld__markup_say(markup, training
                                ? "What is released may be all noisy gradient sums, every intermediate model and the final one, "
                                  "as far as they are computed from these sums and public values alone."
                                : "What is released may be all outputs, and whatever is computed from them and public values "
                                  "alone.");
}
