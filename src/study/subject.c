#include "study/subject.h"

#include "base/base.h"
#include "base/lines.h"
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 32768 };

/* Appends a word and what is to stand before it; what does not fit is cut, and says so. */
static void append(char *text, const char *separator, const char *word) {
    size_t length = strlen(text), more = strlen(word);
    if (length + more + strlen(separator) + 8 > TEXT_SIZE) {
        if (length < 4 || strcmp(text + length - 4, " ...") != 0) {
            snprintf(text + length, TEXT_SIZE - length, " ...");
        }
        return;
    }
    snprintf(text + length, TEXT_SIZE - length, "%s%s", length > 0 ? separator : "", word);
}

/* The specs of each line in full, a line of text each. */
static void describe_lines(const pld__subject *subject, char *resolved) {
    for (size_t i = 0; i < subject->line_count; i++) {
        size_t count = 0;
        const pld_step *steps = pld_composition_steps(subject->lines[i], &count);
        for (size_t j = 0; j < count; j++) {
            char text[32];
            append(resolved, j == 0 ? "\n" : " ", pld_mechanism_resolved(steps[j].mechanism));
            snprintf(text, sizeof text, "@%" PRIu64, steps[j].count);
            append(resolved, "", text);
        }
    }
}

/* The caveats that belong to them, each once. */
static void describe_notes(const pld__subject *subject, char *notes) {
    for (size_t i = 0; i < subject->line_count; i++) {
        const char *rest = pld_composition_notes(subject->lines[i]);
        char note[PLD__LINE_SIZE];
        while (pld__line_next(&rest, note)) {
            if (!pld__lines_have(notes, note)) {
                append(notes, "\n", note);
            }
        }
    }
}

static void describe_given(const pld__subject *subject, char *given) {
    const char *spec = NULL;
    for (size_t i = 0; i < subject->given_count; i++) {
        append(given, " ", subject->given[i]);
    }
    for (size_t i = 0; subject->given == NULL && (spec = pld_composition_spec(subject->lines[0], i)) != NULL; i++) {
        append(given, " ", spec);
    }
}

/* A text of the user's, cut where an attribute would have no room for it. */
static void add_text(pld__builder *builder, const char *name, const char *text) {
    char cut[TEXT_SIZE] = "";
    if (text == NULL) {
        return;
    }
    snprintf(cut, sizeof cut, "%s", text);
    if (strlen(text) >= sizeof cut) {
        memcpy(cut + sizeof cut - sizeof " ...", " ...", sizeof " ...");
    }
    pld__builder_text(builder, name, cut);
}

static void describe(const pld__subject *subject, pld__builder *builder, char *given, char *resolved, char *notes) {
    const pld_options *options = subject->options;
    add_text(builder, "title", subject->title);
    pld__builder_text(builder, "quantity", subject->quantity);
    describe_given(subject, given);
    describe_lines(subject, resolved);
    describe_notes(subject, notes);
    pld__builder_text(builder, "mechanisms_given", given);
    pld__builder_text(builder, "mechanisms_resolved", resolved);
    if (notes[0] != '\0') {
        pld__builder_text(builder, "notes", notes);
    }
    if (options != NULL) {
        pld__builder_text(builder, "adjacency", pld_adjacency_name(options->adjacency));
        pld__builder_text(builder, "tolerance_kind", options->tolerance > 0 ? "absolute" : "relative");
        pld__builder_numbers(builder, "tolerance_asked",
                             options->tolerance > 0 ? &options->tolerance : &options->relative_tolerance, 1);
    }
    add_text(builder, "experiment", subject->experiment);
    add_text(builder, "command_line", subject->command);
}

pld__builder *pld__subject_start(const pld__subject *subject, const char *name) {
    char *texts = calloc(3, TEXT_SIZE);
    pld__builder *builder = texts ? pld__builder_create(name) : NULL;
    if (builder != NULL) {
        describe(subject, builder, texts, texts + TEXT_SIZE, texts + 2 * TEXT_SIZE);
    }
    free(texts);
    return builder;
}

void pld__subject_axis(pld__builder *builder, const char *name, const char *long_name, const double *values, size_t count) {
    pld__builder_axis(builder, &(pld_axis){.name = name, .units = "1", .long_name = long_name, .values = values, .count = count});
}

void pld__subject_whole(pld__builder *builder, const char *name, const char *long_name, const uint64_t *values, size_t count) {
    pld__builder_axis(builder, &(pld_axis){.name = name, .units = "1", .long_name = long_name, .whole = values, .count = count});
}

void pld__subject_compositions(pld__builder *builder, const uint64_t *compositions, size_t count) {
    pld__subject_whole(builder, "compositions", "number of compositions", compositions, count);
}

void pld__subject_deltas(pld__builder *builder, const pld_delta *deltas, size_t count) {
    bool tiny = false;
    double *values = pld__allocate(count, sizeof *values), *logs = pld__allocate(count, sizeof *logs);
    for (size_t i = 0; i < count && values != NULL && logs != NULL; i++) {
        values[i] = deltas[i].value;
        logs[i] = deltas[i].log / PLD__LN_10;
        tiny |= deltas[i].value < DBL_MIN;
    }
    if (values == NULL || logs == NULL) {
        pld__builder_fail(builder);
    } else {
        pld__subject_axis(builder, "delta", "delta", values, count);
    }
    if (tiny && logs != NULL) {
        pld__builder_numbers(builder, "log10_delta", logs, count);
    }
    pld__free(values);
    pld__free(logs);
}
