/* Where and for whom a number holds: who is trusted, what a unit is, what an attacker can do, what is not covered. */
#include "base/base.h"
#include "base/decimal.h"
#include "base/number.h"
#include "statement/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* --- who is trusted ------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *sentence;
} MODELS[] = {
    [PLD_MODEL_CENTRAL] = {"Central",
                           "Central model: whoever computes this holds the data as they are and is trusted with them."},
    [PLD_MODEL_LOCAL] = {"Local", "Local model: what is described here is done to each person's data before they are sent, and "
                                  "nobody who collects them is trusted."},
    [PLD_MODEL_SHUFFLE] = {"Shuffle", "Shuffle model: whoever shuffles is trusted not to tell who sent what; what is covered is "
                                      "what leaves the shuffler, as far as the mechanisms above describe it."},
    [PLD_MODEL_FEDERATED] = {"Federated", "Federated model: the server that adds up what devices send, and adds the noise, is "
                                          "trusted with it; what is covered is what the server releases."},
};

const char *pld__model_name(pld_deployment_model model) {
    return MODELS[model].name;
}

void pld__say_model(pld__markup *markup, pld_deployment_model model) {
    pld__markup_say(markup, "%s", MODELS[model].sentence);
}

/* --- the unit ------------------------------------------------------------------------------------------------------- */

static void say_unit_itself(pld__markup *markup, const pld_statement_question *question) {
    if (question->unit)
        pld__markup_text(markup, question->unit);
    else
        pld__markup_say(markup, "%s", question->examples_per_unit > 1 ? "one user" : "one record");
}

/* Nothing where the sentence about neighbours says it all. */
void pld__say_unit(pld__markup *markup, const pld_statement_question *question) {
    uint64_t most = question->examples_per_unit;
    if (!question->unit && most <= 1)
        return;
    pld__markup_next(markup);
    pld__markup_say(markup, "The unit of privacy is ");
    say_unit_itself(markup, question);
    if (most > 1)
        pld__markup_say(markup, ", provided that none has more than $%" PRIu64 "$ records, all of which are there or none is.",
                        most);
    else
        pld__markup_say(markup, ", provided that none has more than one record.");
}

/* --- attacks -------------------------------------------------------------------------------------------------------- */

static const double PARTS_OF = 100;

/* "4.87": so many in 100, rounded up to three digits, never more than all. */
static void show_share(double share, char text[PLD__DECIMAL_SIZE]) {
    pld__decimal_significant(fmin(share * PARTS_OF * (1 + 4 * PLD__U), PARTS_OF), 3, PLD__ROUND_UP, text);
}

/* In both directions either of the two data sets, in one alone the one of its first distribution. */
static const char *decided(const pld_statement_question *question, pld_adjacency adjacency) {
    return !pld__words_one_direction(question->steps, question->step_count, adjacency) ? "one of them"
           : adjacency == PLD_ADJACENCY_ADD                                            ? "the one without the record"
                                                                                       : "the one with the record";
}

/* Precision at even odds is tpr/(tpr + fpr), and the best guess is right (1 + advantage)/2 of the time (T36, T37). */
void pld__say_attack(pld__markup *markup, const pld_statement_question *question, const pld_statement *statement,
                     pld_adjacency adjacency) {
    double rate = statement->attack.false_positive_rate, hits = fmin(statement->attack.true_positive.upper, 1);
    char wrong[PLD__DECIMAL_SIZE], right[PLD__DECIMAL_SIZE], precise[PLD__DECIMAL_SIZE], guessed[PLD__DECIMAL_SIZE];
    pld__decimal_significant(rate * PARTS_OF, 15, PLD__ROUND_NEAREST, wrong);
    show_share(hits, right);
    show_share(hits / (hits + rate), precise);
    show_share((1 + fmin(statement->advantage_upper, 1)) / 2, guessed);
    pld__markup_next(markup);
    if (pld__words_presence(question->steps, question->step_count, adjacency)) {
        pld__markup_say(markup,
                        "In plain words, and under the same assumptions: someone who knows every other record and everything "
                        "released, and who wrongly accuses %s "
                        "in 100 absent people, recognises at most %s in 100 of those present (without the release: %s); a person "
                        "stands for ",
                        wrong, right, wrong);
        say_unit_itself(markup, question);
        pld__markup_say(markup, " here. Starting from an even chance, such an accusation is right at most %s percent of the time",
                        precise);
    } else {
        pld__markup_say(
            markup,
            "In plain words, and under the same assumptions: someone who knows which two neighbouring data sets it can "
            "be, and everything released, and who wrongly decides for %s in %s of 100 cases, decides rightly for "
            "it in at most %s of 100 (without the release: %s). Starting from an even chance, such a decision is right at "
            "most %s percent of the time",
            decided(question, adjacency), wrong, right, wrong, precise);
    }
    pld__markup_say(markup, ", and the best guess overall is right at most %s percent of the time.", guessed);
    pld__markup_next(markup);
    pld__markup_say(
        markup,
        "The bound on those recognised holds for this rate of wrong decisions and all smaller ones, the bound on how "
        "often a decision is right for this rate and all larger ones: whoever decides more rarely may be right more often.");
}

/* --- what is not covered -------------------------------------------------------------------------------------------- */

static void say_search(pld__markup *markup, const pld_statement_question *question, pld_adjacency adjacency) {
    const pld_statement_tuning *tuning = question->tuning;
    pld__standings standings = pld__standings_of(question->steps, question->step_count);
    char lower[PLD__DECIMAL_SIZE], upper[PLD__DECIMAL_SIZE];
    pld__decimal_fixed(tuning->epsilon.lower, 4, PLD__ROUND_DOWN, lower);
    pld__decimal_fixed(tuning->epsilon.upper, 4, PLD__ROUND_UP, upper);
    pld__markup_next(markup);
    pld__markup_say(markup, "Hyperparameters were tuned on the same data: the number of runs was drawn from ");
    pld__markup_code(markup, tuning->runs);
    pld__markup_say(markup,
                    " (mean $%s$) whatever the data are, each run drew its hyperparameters afresh from a law that was fixed "
                    "before and looked at no "
                    "other run, and the best run by a score that is part of what a run puts out is released, while the number of "
                    "runs, all other "
                    "runs and whatever tells of them (run times, logs, costs) stay secret.",
                    pld__number_format(tuning->mean_runs).text);
    pld__markup_next(markup);
    bool conditional = pld__say_condition(markup, question, &standings);
    if (pld__words_one_direction(question->steps, question->step_count, adjacency))
        pld__markup_say(
            markup,
            "%sn this direction, under these assumptions, $epsilon = %s$ is enough at $delta = %s$ for that search as a whole",
            conditional ? "i" : "I", upper, question->delta);
    else
        pld__markup_say(markup,
                        "%snder these assumptions that search as a whole is $(epsilon, delta)$-differentially private with "
                        "$epsilon = %s$ and $delta = %s$",
                        conditional ? "u" : "U", upper, question->delta);
    pld__markup_say(markup,
                    "; for the worst score, which may also draw random numbers, the smallest $epsilon$ %s is certified: $%s <= "
                    "epsilon <= %s$. What was said of "
                    "$epsilon$ before is about one run.",
                    pld__whose(&standings), lower, upper);
}

void pld__say_accesses(pld__markup *markup, const pld_statement_question *question, pld_adjacency adjacency) {
    const pld_statement_tuning *tuning = question->tuning;
    if (tuning && !tuning->none)
        say_search(markup, question, adjacency);
    pld__markup_next(markup);
    pld__markup_say(markup, "Other accesses to the data, such as exploring or preprocessing them or testing on them, are not "
                            "covered");
    if (!tuning)
        pld__markup_say(markup, ", and tuning hyperparameters on the same data is not covered");
    pld__markup_say(markup, ".");
    if (tuning && tuning->none) {
        pld__markup_next(markup);
        pld__markup_say(markup, "By the word of whoever states this, no hyperparameters were tuned on the same data.");
    }
}
