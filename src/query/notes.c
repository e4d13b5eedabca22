#include "query/notes.h"

#include "base/lines.h"

static bool is_repeated(const pld_step *steps, size_t count, const char *note) {
    bool repeated = false;
    for (size_t i = 0; i < count && !repeated; i++) {
        repeated = pld__lines_have(pld_mechanism_note(steps[i].mechanism), note);
    }
    return repeated;
}

void pld__notes_each(const pld_step *steps, size_t count, void (*each)(const char *note, void *context), void *context) {
    for (size_t i = 0; i < count; i++) {
        const char *rest = pld_mechanism_note(steps[i].mechanism);
        char note[PLD__LINE_SIZE];
        while (pld__line_next(&rest, note)) {
            if (!is_repeated(steps, i, note)) {
                each(note, context);
            }
        }
    }
}
