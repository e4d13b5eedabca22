#include "composition/notes.h"

#include "base/lines.h"

void pld__notes_of_text(const char *text, void (*each)(const char *note, void *context), void *context) {
    char note[PLD__LINE_SIZE];
    while (pld__line_next(&text, note)) {
        each(note, context);
    }
}

void pld__notes_of_answer(const pld_composition *composition, const pld_options *options, bool memory_bound,
                          void (*each)(const char *note, void *context), void *context) {
    bool limited = options->memory_limit > 0, counted = options->buckets > 0;
    pld__notes_of_text(pld_composition_notes(composition), each, context);
    if (memory_bound && (limited || counted)) {
        each(!limited  ? "--buckets kept the grid from being finer"
             : counted ? "--buckets or the memory limit kept the grid from being finer"
                       : "the memory limit kept the grid from being finer",
             context);
    }
}
