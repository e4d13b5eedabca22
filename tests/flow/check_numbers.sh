#!/bin/sh
# No floating number is written or read by the host program's locale: what printf and strtod do with a decimal point is for
# src/base/plain.c alone.
#
#   check_numbers.sh ROOT         check ROOT/src and ROOT/include
#   check_numbers.sh --self-test  check that each kind of violation is seen
set -eu

check() {
    (
        cd "$1"
        set --
        for folder in src include; do
            [ ! -d "$folder" ] || set -- "$@" "$folder"
        done
        find "$@" -name '*.[ch]' | LC_ALL=C sort
    ) | (
        cd "$1"
        awk '
        BEGIN {
            own = "src/base/plain.c"
            # They read or write by the locale, or set it, whatever they are given.
            never = "(strto(d|f|ld)|ato[f]|v[fs]?scanf|v(f|s|sn|d|as)?printf|setlocale|ecvt|fcvt|gcvt|strfmon)"
            # These hand their format to base/plain.c.
            plain = "(pld__plain_(format|print)|pld__error_(argument|file)|pld__explain|pld__baseline_refuse|pld__markup_say|print_or_dash)"
            number = "%[-+ #0-9.*]*[lL]?[aAeEfFgG]"
        }
        function complain(line, text) {
            printf "%s:%d: %s\n", file, line, text
            bad++
        }
        # Comments are gone, one statement (up to a semicolon outside of quotes, or a brace) is in `text`.
        function judge(text, line,    format) {
            statements++
            # What is called, without what is quoted; and what is quoted.
            bare = text
            gsub(/"([^"\\]|\\.)*"/, "\"\"", bare)
            gsub(/\047([^\047\\]|\\.)*\047/, "0", bare)
            if (match(" " bare, "[^A-Za-z0-9_]" never "[ \t\n]*\\(")) complain(line, "a function that follows the locale is for " own " only")
            format = text
            gsub(/%%/, "", format)
            if (format ~ ("\"[^\"]*" number) && bare !~ ("[^A-Za-z0-9_]" plain "[ \t\n]*\\(") && bare !~ ("^[ \t\n]*" plain "[ \t\n]*\\("))
                complain(line, "a floating number is written or read by the locale: use pld__plain_format or pld__plain_print")
        }
        # Reads the whole file character by character: comments, quotes, statements.
        function check_file(    line, count, i, c, next_one, state, text, begin) {
            state = "code"
            text = ""
            begin = count = 0
            while ((getline line < file) > 0) {
                count++
                if (state == "code" && line ~ /^[ \t]*#/) { # a directive is a statement of its own
                    sub(/\/\*.*/, "", line)
                    judge(line, count)
                    continue
                }
                for (i = 1; i <= length(line); i++) {
                    c = substr(line, i, 1)
                    next_one = substr(line, i + 1, 1)
                    if (state == "comment") {
                        if (c == "*" && next_one == "/") { state = "code"; i++ }
                        continue
                    }
                    if (state == "code" && c == "/" && next_one == "*") { state = "comment"; i++; continue }
                    if (state == "code" && c == "/" && next_one == "/") break
                    if (text == "" && c ~ /[ \t]/) continue
                    if (text == "") begin = count
                    text = text c
                    if (state != "code") {
                        if (c == "\\") { text = text next_one; i++ }
                        else if (c == state) state = "code"
                        continue
                    }
                    if (c == "\"" || c == "\047") state = c
                    else if (c == ";" || c == "{" || c == "}") { judge(text, begin); text = "" }
                }
                if (text != "") text = text "\n"
            }
            close(file)
            if (text != "") judge(text, begin)
        }
        {
            file = $0
            files++
            if (file != own) check_file()
        }
        END {
            if (!files) { print "no sources found"; exit 1 }
            printf "%d statements in %d files, %d with numbers that follow the locale\n", statements, files, bad
            exit bad > 0
        }'
    )
}

# shellcheck source=tests/flow/judge.sh
. "$(dirname "$0")/judge.sh"

self_test() {
    judge_start
    expect pass src/base/plain.c 'double value = strtod(text, end);'
    expect pass src/query/plan.c 'snprintf(text, size, "%zu of %s, %%g, %5d", a, b, c);'
    expect pass src/query/plan.c '/* strtod("%g") */'
    expect pass src/query/plan.c 'long exponent = strtol(text, NULL, 10);'
    expect pass src/query/plan.c 'pld__plain_format(text, size, "%.*g", digits, value);'
    expect pass src/query/plan.c 'return pld__error_argument(error, word, "", "%g; %s", value, word);'
    expect pass src/cli/main.c 'int length = pld__plain_print(stream, "%.3f s", seconds);'
    expect pass src/cli/main.c 'fprintf(stream, "%" PRIu64 " points", count);'
    expect pass src/cli/main.c 'puts("strtod(");'
    expect pass src/store/journal.c 'return sscanf(text, "%zu %zu%n", &a, &b, &used);'
    expect fail src/query/plan.c 'double value = strtod(text, NULL);'
    expect fail src/query/plan.c 'long double value = strtold (text, NULL);'
    expect fail src/store/masses.c 'return sscanf(text, "%lf", &value);'
    expect fail src/cli/main.c 'vsnprintf(text, size, format, arguments);'
    expect fail src/cli/main.c 'setlocale(LC_ALL, "");'
    expect fail src/cli/main.c 'snprintf(text, size, "%g", value);'
    expect fail src/cli/main.c 'fprintf(stream, "%s; %.3f s", text, seconds);'
    expect fail src/cli/main.c 'fprintf(stream, "%" PRIu64 " in %-8.3Lg", count, seconds);'
    expect fail src/cli/main.c 'int length = snprintf(text, size,
                          "%d"
                          "%e", one, two);'
    expect fail src/cli/main.c 'if (wide) printf("%a", width); else pld__plain_print(stream, "%a", width);'
    expect fail src/cli/main.c '#define SECONDS "%.3f s"'
    expect fail include/pld/status.h 'static inline double read(const char *text) { return atof(text); }'
    judge_end
}

case "${1:-}" in
--self-test) self_test ;;
"")
    echo "usage: check_numbers.sh ROOT | --self-test" >&2
    exit 2
    ;;
*) check "$1" ;;
esac
