/* A stored file as a table for a paper: LaTeX (booktabs) or Markdown. */
#include "base/base.h"
#include "export/export.h"
#include "statement/markup.h"

#include <string.h>

typedef struct paper_table {
    const pld__export *what;
    pld_statement_format format;
    bool series;          /* names of series are a column of their own */
    pld__name_list names; /* of the columns behind it: axes that vary, then values */
    size_t axes;          /* how many of them are axes */
    FILE *stream;
    bool failed;
} paper_table;

/* --- cells ---------------------------------------------------------------------------------------------------------- */

typedef enum cell_kind { WORDS, FORMULA, PLAIN } cell_kind;

static void print_cell(paper_table *table, const char *text, cell_kind kind) {
    pld__markup markup = {.format = table->format};
    if (kind == WORDS) {
        pld__markup_say(&markup, "%s", text);
    } else if (kind == FORMULA && text[0] != '\0') {
        pld__markup_say(&markup, "$%s$", text);
    } else {
        pld__markup_text(&markup, text);
    }
    if (markup.text != NULL) {
        fputs(markup.text, table->stream);
    }
    table->failed = table->failed || markup.failed;
    pld__free(markup.text);
}

/* Before the first, between, and after the last cell of a row. */
static void print_between(const paper_table *table, size_t place, size_t count) {
    bool latex = table->format == PLD_STATEMENT_LATEX;
    if (place == 0) {
        fputs(latex ? "    " : "| ", table->stream);
    } else if (place < count) {
        fputs(latex ? " & " : " | ", table->stream);
    } else {
        fputs(latex ? " \\\\\n" : " |\n", table->stream);
    }
}

static size_t cells_of(const paper_table *table) {
    return table->names.count + table->series;
}

/* "$epsilon$ upper" of epsilon_upper; the printed name of a method; an axis as its symbol with its unit. */
static void print_head(paper_table *table, size_t place) {
    const char *name = table->names.names[place];
    char text[PLD__EXPORT_CELL];
    if (place < table->axes) {
        pld__export_symbol(name, text, sizeof text);
        print_cell(table, text, WORDS);
    } else if (strncmp(name, "method_", 7) == 0) {
        print_cell(table, name + 7, PLAIN);
    } else {
        size_t length = strcspn(name, "_");
        bool symbol =
            (length == 7 && strncmp(name, "epsilon", length) == 0) || (length == 5 && strncmp(name, "delta", length) == 0);
        snprintf(text, sizeof text, symbol ? "$%.*s$%s" : "%.*s%s", (int)length, name, name + length);
        for (char *c = text; *c != '\0'; c++) {
            *c = *c == '_' ? ' ' : *c;
        }
        print_cell(table, text, WORDS);
    }
}

static void print_heads(paper_table *table) {
    size_t count = cells_of(table);
    for (size_t i = 0; i < count; i++) {
        print_between(table, i, count);
        if (i == 0 && table->series) {
            print_cell(table, "series", PLAIN);
        } else {
            print_head(table, i - table->series);
        }
    }
    print_between(table, count, count);
}

/* No number is a dash, what is infinite a word. */
static void print_number(paper_table *table, const char *text) {
    bool infinite = strcmp(text, "Infinity") == 0;
    if (text[0] == '\0') {
        fputs(table->format == PLD_STATEMENT_LATEX ? "--" : "\xe2\x80\x93", table->stream);
    } else {
        print_cell(table, infinite ? "infinite" : text, infinite ? PLAIN : FORMULA);
    }
}

static void print_row(paper_table *table, const pld_series *series, size_t point) {
    size_t count = cells_of(table);
    for (size_t i = 0; i < count; i++) {
        char text[PLD__EXPORT_CELL];
        print_between(table, i, count);
        if (i == 0 && table->series) {
            print_cell(table, series->name, PLAIN);
            continue;
        }
        pld__export_cell(table->what, series, table->names.names[i - table->series], point, text);
        print_number(table, text);
    }
    print_between(table, count, count);
}

static void print_rows(paper_table *table) {
    size_t count = 0;
    bool begun = false;
    const pld_series *series = pld_store_series(table->what->store, &count);
    for (size_t i = 0; i < count; i++) {
        bool first = true;
        for (size_t point = 0; point < pld_series_size(&series[i]); point++) {
            if (!pld__selection_keeps(&table->what->selection, &series[i], point)) {
                continue;
            }
            if (first && begun && table->format == PLD_STATEMENT_LATEX) {
                fputs("    \\addlinespace\n", table->stream);
            }
            print_row(table, &series[i], point);
            first = false;
            begun = true;
        }
    }
}

/* --- which columns -------------------------------------------------------------------------------------------------- */

/* Unless others were asked for: the bounds of what the file is about, and what other accountants say. */
static bool is_shown(const paper_table *table, const char *name) {
    static const char *const bounds[] = {"epsilon_lower", "epsilon_upper", "delta_lower",         "delta_upper",
                                         "tpr_lower",     "tpr_upper",     "symmetric_fnr_lower", "symmetric_fnr_upper",
                                         "density_p",     "density_q"};
    bool shown = table->what->columns_chosen || strncmp(name, "method_", 7) == 0;
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        shown = shown || strcmp(name, bounds[i]) == 0;
    }
    return shown;
}

/* Have two series the same coordinates? Then only their names tell them apart. */
static bool are_alike(const pld__export *what, const pld_series *a, const pld_series *b) {
    for (size_t i = 0; i < what->axes.count; i++) {
        char one[PLD__EXPORT_CELL], other[PLD__EXPORT_CELL];
        pld__export_cell(what, a, what->axes.names[i], 0, one);
        pld__export_cell(what, b, what->axes.names[i], 0, other);
        if (strcmp(one, other) != 0) {
            return false;
        }
    }
    return true;
}

static bool needs_series(const pld__export *what) {
    size_t count = 0;
    const pld_series *series = pld_store_series(what->store, &count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (pld__export_keeps(what, &series[i]) && pld__export_keeps(what, &series[j]) &&
                are_alike(what, &series[i], &series[j])) {
                return true;
            }
        }
    }
    return false;
}

static pld_status choose_columns(paper_table *table) {
    const pld__export *what = table->what;
    char text[PLD__EXPORT_CELL];
    table->names.names = pld__allocate(what->axes.count + what->columns.count + 1, sizeof *table->names.names);
    if (table->names.names == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < what->axes.count; i++) {
        if (!pld__export_constant(what, what->axes.names[i], text)) {
            table->names.names[table->names.count++] = what->axes.names[i];
        }
    }
    table->axes = table->names.count;
    for (size_t i = 0; i < what->columns.count; i++) {
        if (is_shown(table, what->columns.names[i])) {
            table->names.names[table->names.count++] = what->columns.names[i];
        }
    }
    table->series = needs_series(what);
    return PLD_OK;
}

/* --- the table ------------------------------------------------------------------------------------------------------ */

static void print_latex(paper_table *table, const char *caption) {
    fprintf(table->stream,
            "%% \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n  \\caption{%s}\n  \\label{tab:pld}\n  \\begin{tabular}{",
            caption);
    for (size_t i = 0; i < cells_of(table); i++) {
        putc(i == 0 && table->series ? 'l' : 'r', table->stream);
    }
    fputs("}\n    \\toprule\n", table->stream);
    print_heads(table);
    fputs("    \\midrule\n", table->stream);
    print_rows(table);
    fputs("    \\bottomrule\n  \\end{tabular}\n\\end{table}\n", table->stream);
}

static void print_markdown(paper_table *table, const char *caption) {
    print_heads(table);
    for (size_t i = 0; i < cells_of(table); i++) {
        fputs(i == 0 && table->series ? "|:---" : "|---:", table->stream);
    }
    fputs("|\n", table->stream);
    print_rows(table);
    fprintf(table->stream, "\n%s\n", caption);
}

pld_status pld__export_table(const pld__export *what, pld_statement_format format, FILE *stream) {
    paper_table table = {.what = what, .format = format, .stream = stream};
    char *caption = pld__export_caption(what, format);
    pld_status status = caption != NULL ? choose_columns(&table) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        (format == PLD_STATEMENT_LATEX ? print_latex : print_markdown)(&table, caption);
        status = table.failed ? PLD_ERROR_MEMORY : PLD_OK;
    }
    pld__free(table.names.names);
    pld__free(caption);
    return status;
}
