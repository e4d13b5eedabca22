/* A stored file as CSV. */
#include "cli/export.h"

#include <string.h>

static void print_text(const char *text, FILE *stream) {
    bool plain = text[strcspn(text, ",\"\r\n")] == '\0';
    if (!plain) {
        putc('"', stream);
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"') {
            putc('"', stream);
        }
        putc(*c, stream);
    }
    if (!plain) {
        putc('"', stream);
    }
}

static void print_point(const pld__export *what, const pld_series *series, size_t point, FILE *stream) {
    const pld__name_list *lists[] = {&what->axes, &what->columns};
    print_text(series->name, stream);
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < lists[i]->count; j++) {
            char text[PLD__EXPORT_CELL];
            pld__export_cell(what, series, lists[i]->names[j], point, text);
            fprintf(stream, ",%s", text);
        }
    }
    putc('\n', stream);
}

pld_status pld__export_csv(const pld__export *what, FILE *stream) {
    const pld__name_list *lists[] = {&what->axes, &what->columns};
    size_t count = 0;
    const pld_series *series = pld_store_series(what->store, &count);
    fputs("series", stream);
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < lists[i]->count; j++) {
            putc(',', stream);
            print_text(lists[i]->names[j], stream);
        }
    }
    putc('\n', stream);
    for (size_t i = 0; i < count; i++) {
        for (size_t point = 0; point < pld_series_size(&series[i]); point++) {
            if (pld__selection_keeps(&what->selection, &series[i], point)) {
                print_point(what, &series[i], point, stream);
            }
        }
    }
    return PLD_OK;
}
