#include "statement/markup.h"

#include "base/base.h"
#include "base/plain.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- the text ------------------------------------------------------------------------------------------------------- */

static void append(pld__markup *markup, const char *text, size_t length) {
    size_t needed = markup->length + length + 1;
    if (!markup->failed && needed > markup->room) {
        size_t room = 2 * needed;
        char *larger = pld__allocate(room, 1);
        if (larger != NULL && markup->text != NULL) {
            memcpy(larger, markup->text, markup->length);
        }
        if (larger != NULL) {
            pld__free(markup->text);
            markup->text = larger;
            markup->room = room;
        }
        markup->failed = larger == NULL;
    }
    if (markup->failed) {
        return;
    }
    memcpy(markup->text + markup->length, text, length);
    markup->length += length;
    markup->text[markup->length] = '\0';
}

static void append_text(pld__markup *markup, const char *text) {
    append(markup, text, strlen(text));
}

/* --- escapes -------------------------------------------------------------------------------------------------------- */

typedef struct escape {
    char character;
    const char *text;
} escape;

/* Also good inside \texttt. */
static const escape latex_escapes[] = {
    {'%', "\\%"},
    {'_', "\\_"},
    {'&', "\\&"},
    {'#', "\\#"},
    {'$', "\\$"},
    {'{', "\\{"},
    {'}', "\\}"},
    {'\\', "\\textbackslash{}"},
    {'<', "\\textless{}"},
    {'|', "\\textbar{}"},
    {'>', "\\textgreater{}"},
    {'~', "\\textasciitilde{}"},
    {'^', "\\textasciicircum{}"},
};

/* Two hyphens would be a dash, a quote a curly one; a line may end behind a comma. */
static const escape latex_code_escapes[] = {
    {'-', "-{}"},
    {'\'', "\\textquotesingle{}"},
    {',', ",\\allowbreak{}"},
};

static const escape markdown_escapes[] = {
    {'\\', "\\\\"}, {'`', "\\`"}, {'*', "\\*"}, {'_', "\\_"}, {'[', "\\["}, {']', "\\]"}, {'<', "\\<"},
    {'>', "\\>"},   {'#', "\\#"}, {'|', "\\|"}, {'~', "\\~"}, {'&', "\\&"}, {'$', "\\$"},
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const char *find_escape(const escape *escapes, size_t count, char character) {
    for (size_t i = 0; i < count; i++) {
        if (escapes[i].character == character) {
            return escapes[i].text;
        }
    }
    return NULL;
}

static void append_escaped(pld__markup *markup, const char *text, size_t length, bool code) {
    for (size_t i = 0; i < length; i++) {
        const char *found = NULL;
        if (markup->format == PLD_STATEMENT_LATEX && code) {
            found = find_escape(latex_code_escapes, COUNT_OF(latex_code_escapes), text[i]);
        }
        if (markup->format == PLD_STATEMENT_LATEX && found == NULL) {
            found = find_escape(latex_escapes, COUNT_OF(latex_escapes), text[i]);
        } else if (markup->format == PLD_STATEMENT_MARKDOWN) {
            found = find_escape(markdown_escapes, COUNT_OF(markdown_escapes), text[i]);
        }
        append(markup, found ? found : text + i, found ? strlen(found) : 1);
    }
}

void pld__markup_text(pld__markup *markup, const char *text) {
    append_escaped(markup, text, strlen(text), false);
}

/* One more backtick than stand together anywhere in the text. */
static void append_fence(pld__markup *markup, const char *text) {
    size_t longest = 0;
    for (const char *c = text; *c != '\0'; c += *c != '\0') {
        size_t run = strspn(c, "`");
        longest = run > longest ? run : longest;
        c += run;
    }
    for (size_t i = 0; i <= longest; i++) {
        append_text(markup, "`");
    }
}

void pld__markup_code(pld__markup *markup, const char *text) {
    switch (markup->format) {
    case PLD_STATEMENT_TEXT:
    case PLD_STATEMENT_REGISTRY: /* written as text */
        append_text(markup, text);
        break;
    case PLD_STATEMENT_MARKDOWN: {
        bool ticks = strchr(text, '`') != NULL; /* blanks keep one at the end from the fence */
        append_fence(markup, text);
        append_text(markup, ticks ? " " : "");
        append_text(markup, text);
        append_text(markup, ticks ? " " : "");
        append_fence(markup, text);
        break;
    }
    case PLD_STATEMENT_LATEX:
        append_text(markup, "\\texttt{");
        append_escaped(markup, text, strlen(text), true);
        append_text(markup, "}");
        break;
    }
}

/* --- formulas ------------------------------------------------------------------------------------------------------- */

typedef struct sign {
    const char *plain, *markdown, *latex;
} sign;

static const sign signs[] = {
    {"epsilon", "\xce\xb5", "\\varepsilon"}, {"delta", "\xce\xb4", "\\delta"},
    {"sigma", "\xcf\x83", "\\sigma"},        {"mu", "\xce\xbc", "\\mu"},
    {"<=", "\xe2\x89\xa4", "\\le"},
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* A number with an exponent as a power of ten; without one it is itself. Returns how long it is. */
static size_t append_latex_number(pld__markup *markup, const char *text, size_t length) {
    size_t mantissa = 0, end = 0;
    while (mantissa < length && (is_digit(text[mantissa]) || text[mantissa] == '.')) {
        mantissa++;
    }
    end = mantissa;
    if (end + 1 < length && (text[end] == 'e' || text[end] == 'E')) {
        bool negative = text[end + 1] == '-';
        size_t digits = end + 1 + (negative || text[end + 1] == '+');
        while (digits + 1 < length && text[digits] == '0' && is_digit(text[digits + 1])) {
            digits++;
        }
        end = digits;
        while (end < length && is_digit(text[end])) {
            end++;
        }
        if (!(mantissa == 1 && text[0] == '1')) {
            append(markup, text, mantissa);
            append_text(markup, "\\times ");
        }
        append_text(markup, negative ? "10^{-" : "10^{");
        append(markup, text + digits, end - digits);
        append_text(markup, "}");
        return end;
    }
    append(markup, text, mantissa);
    return mantissa;
}

static const sign *find_sign(const char *text, size_t length) {
    for (size_t i = 0; i < COUNT_OF(signs); i++) {
        size_t own = strlen(signs[i].plain);
        if (own <= length && strncmp(signs[i].plain, text, own) == 0) {
            return &signs[i];
        }
    }
    return NULL;
}

static void append_formula(pld__markup *markup, const char *text, size_t length) {
    bool latex = markup->format == PLD_STATEMENT_LATEX;
    if (markup->format == PLD_STATEMENT_TEXT) {
        append(markup, text, length);
        return;
    }
    append_text(markup, latex ? "$" : "");
    for (size_t i = 0; i < length;) {
        const sign *found = find_sign(text + i, length - i);
        if (found != NULL) {
            append_text(markup, latex ? found->latex : found->markdown);
            i += strlen(found->plain);
        } else if (latex && is_digit(text[i])) {
            i += append_latex_number(markup, text + i, length - i);
        } else {
            append_escaped(markup, text + i, 1, false);
            i++;
        }
    }
    append_text(markup, latex ? "$" : "");
}

void pld__markup_say(pld__markup *markup, const char *format, ...) {
    char buffer[1024];
    va_list arguments;
    va_start(arguments, format);
    pld__plain_format_list(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    bool formula = false;
    for (const char *part = buffer; part != NULL; formula = !formula) {
        const char *dollar = strchr(part, '$');
        size_t length = dollar ? (size_t)(dollar - part) : strlen(part);
        if (formula) {
            append_formula(markup, part, length);
        } else {
            append_escaped(markup, part, length, false);
        }
        part = dollar ? dollar + 1 : NULL;
    }
}

/* --- sentences ------------------------------------------------------------------------------------------------------ */

/* In markup a line for each, which is one paragraph all the same. */
void pld__markup_plain(pld__markup *markup, const char *text) {
    append_text(markup, text);
}

void pld__markup_next(pld__markup *markup) {
    append_text(markup, markup->format == PLD_STATEMENT_TEXT ? " " : "\n");
}

void pld__markup_stop(pld__markup *markup, const char *sentence) {
    size_t length = strlen(sentence);
    bool ended = length > 0 && strchr(".!?", sentence[length - 1]) != NULL;
    append_text(markup, ended ? "" : ".");
}
