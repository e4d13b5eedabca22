#include "manual/roff.h"

#include <ctype.h>
#include <string.h>

/* What roff would read as something else than the character. */
static const struct {
    char character;
    const char *escape;
} escapes[] = {{'\\', "\\(rs"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'"', "\\(dq"}, {'^', "\\(ha"}, {'~', "\\(ti"}};

static void put(FILE *stream, char character) {
    for (size_t i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
        if (escapes[i].character == character) {
            fputs(escapes[i].escape, stream);
            return;
        }
    }
    fputc(character, stream);
}

static void put_many(FILE *stream, const char *text, size_t length) {
    if (length > 0 && text[0] == '.') {
        fputs("\\&", stream); /* it would be a request at the beginning of a line */
    }
    for (size_t i = 0; i < length; i++) {
        put(stream, text[i]);
    }
}

void pld__roff_title(FILE *stream, const char *name, const char *section, const char *date, const char *version) {
    fputs(".TH ", stream);
    for (; *name != '\0'; name++) {
        put(stream, (char)toupper((unsigned char)*name));
    }
    /* Specs are neither hyphenated nor pulled apart. */
    fprintf(stream, " %s \"%s\" \"pld %s\" \"pld\"\n.nh\n.ad l\n", section, date, version);
}

void pld__roff_section(FILE *stream, const char *title) {
    fprintf(stream, ".SH %s\n", title);
}

void pld__roff_words(FILE *stream, const char *text) {
    put_many(stream, text, strlen(text));
}

void pld__roff_bold(FILE *stream, const char *text, const char *argument) {
    fputs("\\fB", stream);
    put_many(stream, text, strlen(text));
    fputs("\\fR", stream);
    if (argument != NULL) {
        fputs(" \\fI", stream);
        put_many(stream, argument, strlen(argument));
        fputs("\\fR", stream);
    }
    fputc('\n', stream);
}

void pld__roff_tagged(FILE *stream, const char *tag, const char *argument, const char *text) {
    fputs(".TP\n", stream);
    pld__roff_bold(stream, tag, argument);
    pld__roff_words(stream, text);
    fputc('\n', stream);
}

/* What lines are put as: text that is filled, lines as they are, or a list of tags with their texts. */
typedef enum shape { SHAPE_TEXT, SHAPE_VERBATIM, SHAPE_LIST } shape;

/* Where the text of "tag  text" begins, behind two blanks or more; `length` if the line is nothing like it. */
static size_t find_text(const char *line, size_t length) {
    for (size_t i = 1; i + 2 < length; i++) {
        if (line[i] == ' ' && line[i + 1] == ' ') {
            return i + strspn(line + i, " ");
        }
    }
    return length;
}

static void change_shape(FILE *stream, shape from, shape to, bool started) {
    if (from == to) {
        return;
    }
    if (from == SHAPE_VERBATIM) {
        fputs(".fi\n.RE\n", stream);
    }
    if (started && to != SHAPE_LIST) {
        fputs(".PP\n", stream);
    }
    if (to == SHAPE_VERBATIM) {
        fputs(".RS 4\n.nf\n", stream);
    }
}

static void put_line(FILE *stream, const char *line, size_t length, shape as) {
    size_t text = find_text(line, length);
    if (as == SHAPE_LIST) {
        size_t tag = text;
        for (; line[tag - 1] == ' '; tag--) {
        }
        fputs(".TP\n\\fB", stream);
        put_many(stream, line, tag);
        fputs("\\fR\n", stream);
        line += text;
        length -= text;
    }
    put_many(stream, line, length);
    fputc('\n', stream);
}

static void put_lines(FILE *stream, const char *text, bool verbatim) {
    shape now = SHAPE_TEXT;
    bool parted = false, started = false;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n"), blanks = verbatim ? 0 : strspn(text, " ");
        if (length > 0) {
            shape next = !verbatim && blanks == 0                                                   ? SHAPE_TEXT
                         : verbatim || find_text(text + blanks, length - blanks) == length - blanks ? SHAPE_VERBATIM
                                                                                                    : SHAPE_LIST;
            if (parted && next == now) {
                fputs(next == SHAPE_VERBATIM ? ".sp\n" : ".PP\n", stream);
            }
            change_shape(stream, now, next, started);
            put_line(stream, text + blanks, length - blanks, next);
            now = next;
            started = true;
        }
        parted = length == 0;
        text += length + (text[length] == '\n');
    }
    if (now == SHAPE_VERBATIM) {
        fputs(".fi\n.RE\n", stream);
    }
}

void pld__roff_text(FILE *stream, const char *text) {
    put_lines(stream, text, false);
}

void pld__roff_verbatim(FILE *stream, const char *text) {
    put_lines(stream, text, true);
}
