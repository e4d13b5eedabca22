#include "study/result_pack.h"

/* One function walks over all members, so that packing and unpacking cannot disagree. */
typedef struct walk {
    double *cursor;
    bool unpacks;
} walk;

static void number(walk *over, double *value) {
    if (over->unpacks) {
        *value = *over->cursor;
    } else {
        *over->cursor = *value;
    }
    over->cursor++;
}

static void flag(walk *over, bool *value) {
    double as_number = *value;
    number(over, &as_number);
    *value = as_number != 0;
}

/* Counts of buckets and bytes are far below 2^53; what a file says is anything. */
static void size(walk *over, size_t *value) {
    double as_number = (double)*value;
    number(over, &as_number);
    *value = as_number >= 0 && as_number <= 0x1p53 ? (size_t)as_number : 0;
}

static void engine(walk *over, pld_engine *value) {
    double as_number = *value;
    number(over, &as_number);
    *value = as_number >= 0 && as_number < PLD_ENGINES ? (pld_engine)as_number : PLD_ENGINE_AUTO;
}

static void bracket(walk *over, pld_bracket *value) {
    number(over, &value->lower);
    number(over, &value->estimate);
    number(over, &value->upper);
}

static void ledger(walk *over, pld_ledger *value) {
    number(over, &value->cells);
    number(over, &value->grid);
    number(over, &value->tail);
    number(over, &value->wraparound);
    number(over, &value->roundoff);
}

static void visit(walk *over, pld_result *result) {
    bracket(over, &result->bracket);
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        pld_direction_result *direction = &result->directions[i];
        flag(over, &direction->asked);
        bracket(over, &direction->bracket);
        ledger(over, &direction->lower);
        ledger(over, &direction->upper);
        number(over, &direction->tilt);
        number(over, &direction->estimate_error);
        engine(over, &result->engines[i].lower);
        engine(over, &result->engines[i].upper);
    }
    number(over, &result->tolerance);
    flag(over, &result->tolerance_met);
    flag(over, &result->memory_bound);
    size(over, &result->buckets);
    number(over, &result->bucket_width);
    size(over, &result->memory);
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
