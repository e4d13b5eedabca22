/* What neighbouring data sets differ by: the words that a number means nothing without. */
#include "statement/words.h"

#include "family/family.h"
#include <inttypes.h>

static pld__neighbours neighbours_of(const pld_mechanism *mechanism) {
    const pld__family *family = pld__family_of(&mechanism->traits);
    return family->neighbours != NULL ? family->neighbours(mechanism) : (pld__neighbours){.records = 1};
}

typedef struct survey {
    size_t records, answers, given; /* steps of each kind */
    uint64_t most_answers;          /* of one record */
    const char *where;              /* answers are given */
    pld__neighbours protects;       /* of the first step about records */
    bool same;                      /* all steps about records protect that */
} survey;

static survey survey_steps(const pld_step *steps, size_t count) {
    survey found = {.same = true};
    for (size_t i = 0; i < count; i++) {
        const pld_mechanism *mechanism = steps[i].mechanism;
        pld__neighbours own = neighbours_of(mechanism);
        switch (own.change) {
        case PLD__CHANGE_ANSWER:
            found.where = found.answers++ == 0 ? pld__family_of(&mechanism->traits)->answers : found.where;
            found.most_answers = own.records > found.most_answers ? own.records : found.most_answers;
            break;
        case PLD__CHANGE_GIVEN:
            found.given++;
            break;
        case PLD__CHANGE_RECORDS:
            found.protects = found.records++ == 0 ? own : found.protects;
            found.same = found.same && own.records == found.protects.records && own.both_kinds == found.protects.both_kinds &&
                         own.at_most == found.protects.at_most;
            break;
        }
    }
    return found;
}

static void say_records(pld__markup *markup, const survey *found, pld_adjacency adjacency) {
    bool replaced = adjacency == PLD_ADJACENCY_REPLACE, zeroed = adjacency == PLD_ADJACENCY_ZERO_OUT;
    const char *change = replaced ? "replaced" : zeroed ? "there in both and contribute 0 in one" : "added or removed";
    uint64_t records = found->protects.records;
    if (!found->same || found->protects.both_kinds) {
        pld__markup_say(markup, "the records that %s protects", found->records > 1 ? "each of the mechanisms" : "the pair");
    } else if (found->protects.at_most) {
        pld__markup_say(markup, "at most $%" PRIu64 "$ records that are %s", records, change);
    } else if (replaced) {
        pld__markup_say(markup, "one record that is replaced by another");
    } else if (zeroed && records == 1) {
        pld__markup_say(markup, "one record that is there in both and contributes 0 in one of them (zero-out)");
    } else if (zeroed) {
        pld__markup_say(markup, "%" PRIu64 " records that are there in both and contribute 0 in one of them (zero-out)", records);
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
            pld__markup_say(markup, "; %s by %s of that record, where no answer counts as one", found.where, answer);
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

void pld__words_group(pld__markup *markup, const pld_step *steps, size_t count, pld_adjacency adjacency) {
    survey found = survey_steps(steps, count);
    if (found.records == 0) {
        pld__markup_say(markup, "all of which may give other answers");
        return;
    }
    pld__markup_say(markup, "%s",
                    adjacency == PLD_ADJACENCY_REMOVE     ? "all of them removed"
                    : adjacency == PLD_ADJACENCY_ADD      ? "all of them added"
                    : adjacency == PLD_ADJACENCY_ZERO_OUT ? "all of which contribute 0 in one of the data sets (zero-out)"
                                                          : "all of them added or all removed");
    if (found.answers > 0) {
        pld__markup_say(markup, " (%s: with other answers)", found.where);
    }
}

bool pld__words_one_direction(const pld_step *steps, size_t count, pld_adjacency adjacency) {
    survey found = survey_steps(steps, count);
    return (adjacency == PLD_ADJACENCY_ADD || adjacency == PLD_ADJACENCY_REMOVE) && found.records + found.given > 0;
}

bool pld__words_presence(const pld_step *steps, size_t count, pld_adjacency adjacency) {
    survey found = survey_steps(steps, count);
    return (adjacency == PLD_ADJACENCY_ADD_REMOVE || adjacency == PLD_ADJACENCY_REMOVE) && found.records == count &&
           !found.protects.both_kinds;
}
