/* What neighbouring data sets differ by: the words that a number means nothing without. */
#include "statement/words.h"

#include "pair/pair.h"
#include <inttypes.h>

/* What the neighbours of a mechanism differ by. */
typedef enum change {
    CHANGE_RECORDS, /* there or not, or replaced, as the adjacency says */
    CHANGE_ANSWER,  /* randomized response: a record gives another answer, whatever the adjacency */
    CHANGE_GIVEN    /* what a pair that was given stands for */
} change;

static change change_of(const pld_mechanism *mechanism) {
    switch (mechanism->traits.kind) {
    case PLD__KIND_RANDOMIZED_RESPONSE:
        return mechanism->traits.sampling_rate == 1 ? CHANGE_ANSWER : CHANGE_RECORDS;
    case PLD__KIND_MIXTURE_GAUSSIAN:
    case PLD__KIND_OTHER:
        return CHANGE_GIVEN;
    case PLD__KIND_GAUSSIAN:
    case PLD__KIND_POISSON_GAUSSIAN:
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
    case PLD__KIND_LAPLACE:
    case PLD__KIND_POISSON_LAPLACE:
    case PLD__KIND_DISCRETE_GAUSSIAN:
    case PLD__KIND_DISCRETE_LAPLACE:
    case PLD__KIND_APPROX_DP:
    case PLD__KIND_NOISY_VOTE:
        break;
    }
    return CHANGE_RECORDS;
}

/* The records that a pair protects, and whether they are of both kinds. */
typedef struct protection {
    uint64_t records;
    bool both_kinds, at_most;
} protection;

static protection protection_of(const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    bool counted = traits->kind == PLD__KIND_POISSON_GAUSSIAN || traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN;
    if (traits->kind == PLD__KIND_APPROX_DP && traits->whole_sensitivity > 1) {
        return (protection){.records = traits->whole_sensitivity, .at_most = true};
    }
    if (mechanism->replaced || !counted) {
        return (protection){.records = 1};
    }
    return (protection){.records = traits->removed + traits->added, .both_kinds = traits->removed > 0 && traits->added > 0};
}

typedef struct survey {
    size_t records, answers, given; /* steps of each kind */
    uint64_t most_answers;          /* of one record */
    protection protects;            /* of the first step about records */
    bool same;                      /* all steps about records protect that */
} survey;

static survey survey_steps(const pld_step *steps, size_t count) {
    survey found = {.same = true};
    for (size_t i = 0; i < count; i++) {
        const pld_mechanism *mechanism = steps[i].mechanism;
        switch (change_of(mechanism)) {
        case CHANGE_ANSWER:
            found.answers++;
            if (mechanism->traits.whole_sensitivity > found.most_answers) {
                found.most_answers = mechanism->traits.whole_sensitivity;
            }
            break;
        case CHANGE_GIVEN:
            found.given++;
            break;
        case CHANGE_RECORDS: {
            protection own = protection_of(mechanism);
            found.protects = found.records++ == 0 ? own : found.protects;
            found.same = found.same && own.records == found.protects.records && own.both_kinds == found.protects.both_kinds &&
                         own.at_most == found.protects.at_most;
            break;
        }
        }
    }
    return found;
}

static void say_records(pld__markup *markup, const survey *found, pld_adjacency adjacency) {
    bool replaced = adjacency == PLD_ADJACENCY_REPLACE;
    uint64_t records = found->protects.records;
    if (!found->same || found->protects.both_kinds) {
        pld__markup_say(markup, "the records that %s protects", found->records > 1 ? "each of the mechanisms" : "the pair");
    } else if (found->protects.at_most) {
        pld__markup_say(markup, "at most $%" PRIu64 "$ records that are %s", records, replaced ? "replaced" : "added or removed");
    } else if (replaced) {
        pld__markup_say(markup, "one record that is replaced by another");
    } else if (records == 1) {
        pld__markup_say(markup, "one record that is added or removed");
    } else {
        pld__markup_say(markup, "%" PRIu64 " records, all of them added or all removed", records);
    }
}

void pld__words_adjacency(pld__markup *markup, const pld_step *steps, size_t count, pld_adjacency adjacency) {
    survey found = survey_steps(steps, count);
    const char *answer = found.most_answers > 1 ? "other answers" : "another answer";
    if (found.records > 0) {
        pld__markup_say(markup, "Neighbouring data sets differ by ");
        say_records(markup, &found, adjacency);
        if (found.answers > 0) {
            pld__markup_say(markup, "; in randomized response by %s of that record, where no answer counts as one", answer);
        }
        if (found.given > 0) {
            pld__markup_say(markup, "; for a pair that was given, by what it was made for");
        }
    } else if (found.answers > 0) {
        pld__markup_say(markup, "Neighbouring data sets differ by %s of one record", answer);
        if (found.given > 0) {
            pld__markup_say(markup, "; for a pair that was given, by what it was made for");
        }
    } else {
        pld__markup_say(markup, "Neighbouring data sets are those that %s made for; which they are is not known here",
                        count > 1 ? "the pairs were" : "the pair was");
    }
    pld__markup_say(markup, ".");
    if (!pld__words_one_direction(steps, count, adjacency)) {
        return;
    }
    const char *name = pld_direction_name(adjacency == PLD_ADJACENCY_ADD ? PLD_ADD : PLD_REMOVE);
    if (found.records > 0 && found.same && !found.protects.both_kinds) {
        pld__markup_say(markup, " Only records that are %s are considered here; the other direction is not covered.",
                        adjacency == PLD_ADJACENCY_REMOVE ? "removed" : "added");
    } else {
        pld__markup_say(markup, " Only one direction of the pair is considered here, %s; the other direction is not covered.",
                        name);
    }
}

const char *pld__words_group(const pld_step *steps, size_t count, pld_adjacency adjacency) {
    survey found = survey_steps(steps, count);
    if (found.records == 0) {
        return "all of which may give other answers";
    }
    if (found.answers > 0) {
        return adjacency == PLD_ADJACENCY_REMOVE ? "all of them removed (in randomized response: with other answers)"
               : adjacency == PLD_ADJACENCY_ADD  ? "all of them added (in randomized response: with other answers)"
                                                : "all of them added or all removed (in randomized response: with other answers)";
    }
    return adjacency == PLD_ADJACENCY_REMOVE ? "all of them removed"
           : adjacency == PLD_ADJACENCY_ADD  ? "all of them added"
                                             : "all of them added or all removed";
}

bool pld__words_one_direction(const pld_step *steps, size_t count, pld_adjacency adjacency) {
    survey found = survey_steps(steps, count);
    return (adjacency == PLD_ADJACENCY_ADD || adjacency == PLD_ADJACENCY_REMOVE) && found.records + found.given > 0;
}
