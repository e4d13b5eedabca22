#include "study/result_pack.h"

#include <stdio.h>

/* One function walks over all members, so that packing, unpacking and names cannot disagree. */
typedef struct walk {
    double *cursor;
    bool unpacks;
    const char *prefix; /* of names */
    size_t wanted;      /* the number whose name is asked for, where `name` is not NULL */
    char *name;
    size_t size;
} walk;

static void number(walk *over, const char *name, double *value) {
    if (over->name != NULL) {
        if (over->wanted-- == 0) {
            snprintf(over->name, over->size, "%s%s", over->prefix, name);
        }
        return;
    }
    if (over->unpacks) {
        *value = *over->cursor;
    } else {
        *over->cursor = *value;
    }
    over->cursor++;
}

static void flag(walk *over, const char *name, bool *value) {
    double as_number = *value;
    number(over, name, &as_number);
    *value = as_number != 0;
}

/* Counts of buckets and bytes are far below 2^53; what a file says is anything. */
static void size(walk *over, const char *name, size_t *value) {
    double as_number = (double)*value;
    number(over, name, &as_number);
    *value = as_number >= 0 && as_number <= 0x1p53 ? (size_t)as_number : 0;
}

static void engine(walk *over, const char *name, pld_engine *value) {
    double as_number = *value;
    number(over, name, &as_number);
    *value = as_number >= 0 && as_number < PLD_ENGINES ? (pld_engine)as_number : PLD_ENGINE_AUTO;
}

static void bracket(walk *over, pld_bracket *value) {
    number(over, "lower", &value->lower);
    number(over, "estimate", &value->estimate);
    number(over, "upper", &value->upper);
}

static void ledger(walk *over, const char *const names[5], pld_ledger *value) {
    number(over, names[0], &value->cells);
    number(over, names[1], &value->grid);
    number(over, names[2], &value->tail);
    number(over, names[3], &value->wraparound);
    number(over, names[4], &value->roundoff);
}

static void visit(walk *over, pld_result *result) {
    static const char *const prefixes[PLD_DIRECTIONS] = {[PLD_REMOVE] = "remove_", [PLD_ADD] = "add_"};
    static const char *const lower[] = {"lower_cells", "lower_grid", "lower_tail", "lower_wraparound", "lower_roundoff"};
    static const char *const upper[] = {"upper_cells", "upper_grid", "upper_tail", "upper_wraparound", "upper_roundoff"};
    over->prefix = "";
    bracket(over, &result->bracket);
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        pld_direction_result *direction = &result->directions[i];
        over->prefix = prefixes[i];
        flag(over, "asked", &direction->asked);
        bracket(over, &direction->bracket);
        ledger(over, lower, &direction->lower);
        ledger(over, upper, &direction->upper);
        number(over, "tilt", &direction->tilt);
        number(over, "estimate_error", &direction->estimate_error);
        engine(over, "lower_engine", &result->engines[i].lower);
        engine(over, "upper_engine", &result->engines[i].upper);
    }
    over->prefix = "";
    number(over, "tolerance", &result->tolerance);
    flag(over, "tolerance_met", &result->tolerance_met);
    flag(over, "gap", &result->theory_gap);
    flag(over, "memory_bound", &result->memory_bound);
    size(over, "buckets", &result->buckets);
    number(over, "bucket_width", &result->bucket_width);
    size(over, "memory", &result->memory);
}

void pld__result_pack(const pld_result *result, double numbers[PLD__RESULT_NUMBERS]) {
    pld_result copy = *result;
    visit(&(walk){.cursor = numbers, .unpacks = false}, &copy);
}

void pld__result_unpack(const double numbers[PLD__RESULT_NUMBERS], pld_result *result) {
    double copy[PLD__RESULT_NUMBERS];
    for (size_t i = 0; i < PLD__RESULT_NUMBERS; i++) {
        copy[i] = numbers[i];
    }
    *result = (pld_result){.seconds = 0};
    visit(&(walk){.cursor = copy, .unpacks = true}, result);
}

void pld__result_number_name(size_t number_wanted, char *name, size_t room) {
    pld_result none = {.seconds = 0};
    name[0] = '\0';
    visit(&(walk){.wanted = number_wanted, .name = name, .size = room}, &none);
}
