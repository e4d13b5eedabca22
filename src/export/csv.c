/* A stored file as CSV. */
#include "base/base.h"
#include "export/export.h"

#include <string.h>

enum { BLOCK = 16384 };

/* A block of points of one series. */
typedef struct block {
    const pld_series *series;
    size_t first;
    double *memory;
    double **columns; /* those of the series */
} block;

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

/* What the series has in this column; nothing if it has no such column. */
static void print_number(const pld__export *what, const block *of, const char *name, size_t row, FILE *stream) {
    char text[PLD__EXPORT_CELL] = "";
    for (size_t i = 0; i < of->series->column_count; i++) {
        if (strcmp(of->series->columns[i].name, name) == 0) {
            pld__export_number(what, name, of->columns[i][row], text);
        }
    }
    fprintf(stream, ",%s", text);
}

static void print_row(const pld__export *what, const block *of, size_t row, FILE *stream) {
    print_text(of->series->name, stream);
    for (size_t i = 0; i < what->axes.count; i++) {
        char text[PLD__EXPORT_CELL];
        pld__export_cell(what, of->series, what->axes.names[i], of->first + row, text);
        fprintf(stream, ",%s", text);
    }
    for (size_t i = 0; i < what->columns.count; i++) {
        print_number(what, of, what->columns.names[i], row, stream);
    }
    putc('\n', stream);
}

static void print_head(const pld__export *what, FILE *stream) {
    const pld__name_list *lists[] = {&what->axes, &what->columns};
    fputs("series", stream);
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < lists[i]->count; j++) {
            putc(',', stream);
            print_text(lists[i]->names[j], stream);
        }
    }
    putc('\n', stream);
}

/* Memory for a block of the widest series. */
static pld_status create_block(const pld_series *series, size_t count, block *made) {
    size_t width = 0;
    for (size_t i = 0; i < count; i++) {
        width = series[i].column_count > width ? series[i].column_count : width;
    }
    *made = (block){.memory = pld__allocate(width * BLOCK + 1, sizeof *made->memory),
                    .columns = pld__allocate(width + 1, sizeof *made->columns)};
    if (made->memory == NULL || made->columns == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < width; i++) {
        made->columns[i] = made->memory + i * BLOCK;
    }
    return PLD_OK;
}

static pld_status print_series(const pld__export *what, const pld__slices *slices, block *of, FILE *stream, pld_error *error) {
    size_t size = pld_series_size(of->series);
    pld_status status = PLD_OK;
    for (of->first = 0; of->first < size && status == PLD_OK; of->first += BLOCK) {
        size_t count = size - of->first < BLOCK ? size - of->first : BLOCK;
        status = pld__slices_read(slices, of->series, of->first, count, of->columns, error);
        for (size_t row = 0; row < count && status == PLD_OK; row++) {
            if (pld__selection_keeps(&what->selection, of->series, of->first + row)) {
                print_row(what, of, row, stream);
            }
        }
    }
    return status;
}

pld_status pld__export_csv(const pld__export *what, const pld__slices *slices, FILE *stream, pld_error *error) {
    size_t count = 0;
    block of;
    const pld_series *series = pld__slices_series(slices, &count);
    pld_status status = create_block(series, count, &of);
    if (status == PLD_OK) {
        print_head(what, stream);
    }
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        of.series = &series[i];
        status = print_series(what, slices, &of, stream, error);
    }
    pld__free(of.memory);
    pld__free(of.columns);
    return status;
}
