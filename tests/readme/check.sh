#!/bin/sh
# Every example of a page is true: of README.md, and of every other page that has some.
#
#   check.sh PAGE.md PROGRAM    run the examples with PROGRAM as `pld`
#   check.sh --self-test        check that a wrong example is seen
#
# In a fenced block of kind `console` a line `$ command` is run (a backslash at its end continues it) in an empty folder, where both
# `pld` and `build/pld` are the program; what it writes to stdout must be the lines up to the next `$ `, trailing blank lines aside.
# A line `...` stands for any number of lines. In a row of a table every piece of code that begins with `pld ` is run there as
# well and must end with exit 0, whatever it prints. A fenced block of kind `c` must be tests/consumer/consumer.c, which is compiled and
# run there. Other blocks are left alone. What links of the page name must be there.
set -eu

here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# split PAGE FOLDER: writes FOLDER/N.command, N.expected, N.line for each example, N.command, N.row, N.line for each command of a
# table and FOLDER/N.c for each C block.
split() {
    mkdir -p "$2"
    awk -v folder="$2" '
        /^```/ {
            if (kind != "") { kind = ""; continued = 0; name = ""; next }
            kind = substr($0, 4)
            sub(/[ \t]+$/, "", kind)
            if (kind == "") kind = "text"
            if (kind == "c") { name = folder "/" ++blocks ".c"; printf "" > name }
            next
        }
        kind == "c" { print > name; next }
        kind == "" && /^\|/ {
            count = split($0, pieces, "`") # every second one is code
            for (i = 2; i < count; i += 2) {
                if (pieces[i] !~ /^pld /) continue
                row = folder "/" sprintf("%03d", ++examples)
                gsub(/\\\|/, "|", pieces[i])
                print pieces[i] > (row ".command")
                print NR > (row ".line")
                printf "" > (row ".row")
            }
            next
        }
        kind != "console" { next }
        continued || /^\$ / {
            if (!continued) {
                name = folder "/" sprintf("%03d", ++examples) # in this order when they are listed
                printf "" > (name ".expected")
                print NR > (name ".line")
            }
            if (continued) sub(/^> /, "")
            else sub(/^\$ /, "")
            print > (name ".command")
            continued = /\\$/
            next
        }
        name != "" { print > (name ".expected") }' "$1"
}

# same EXPECTED ACTUAL: line by line, `...` in EXPECTED standing for any lines.
same() {
    awk '
        function trimmed(count, line) {
            while (count > 0 && line[count] == "") count--
            return count
        }
        side == 1 { expected[++wanted] = $0 }
        side == 2 { actual[++found] = $0 }
        # fits(i, j): expected from line i on matches actual from line j on.
        function fits(i, j) {
            for (; i <= wanted; i++) {
                if (expected[i] == "...") {
                    for (; j <= found + 1; j++)
                        if (fits(i + 1, j)) return 1
                    return 0
                }
                if (j > found || expected[i] != actual[j]) return 0
                j++
            }
            return j > found
        }
        END {
            wanted = trimmed(wanted, expected)
            found = trimmed(found, actual)
            exit !fits(1, 1)
        }' side=1 "$1" side=2 "$2"
}

# run NAME: the command of an example in the empty folder; leaves what it prints and `code`.
run() {
    code=0
    (cd "$work/place" && PATH="$work/bin:$PATH" sh "$1.command") >"$1.actual" 2>"$1.stderr" </dev/null || code=$?
}

# tell NAME WHAT: what is wrong with an example.
tell() {
    failed=$((failed + 1))
    echo "line $(cat "$1.line"): exit $code, $2:"
    sed 's/^/  $ /' "$1.command"
    [ ! -e "$1.expected" ] || diff -u "$1.expected" "$1.actual" | sed '1,2d; s/^/  /'
    sed 's/^/  stderr: /' "$1.stderr"
}

# examine PAGE PROGRAM: prints each difference and the counts; false if there is any difference or no example.
examine() {
    rm -rf "$work/split" "$work/place"
    mkdir -p "$work/place/build" "$work/bin"
    split "$1" "$work/split"
    ln -sf "$2" "$work/place/build/pld"
    ln -sf "$2" "$work/bin/pld"
    passed=0
    failed=0
    for expected in "$work/split"/*.expected; do
        [ -e "$expected" ] || break
        name=${expected%.expected}
        run "$name"
        if [ "$code" -lt 126 ] && same "$expected" "$name.actual"; then
            passed=$((passed + 1))
        else
            tell "$name" "page (-) and program (+) differ"
        fi
    done
    for row in "$work/split"/*.row; do
        [ -e "$row" ] || break
        run "${row%.row}"
        if [ "$code" -eq 0 ]; then
            passed=$((passed + 1))
        else
            tell "${row%.row}" "a command of a table fails"
        fi
    done
    for block in "$work/split"/*.c; do
        [ -e "$block" ] || break
        if diff -u "$block" "$here/../consumer/consumer.c" >"$work/difference"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "the C block is not tests/consumer/consumer.c, page (-) and file (+) differ:"
            sed '1,2d; s/^/  /' "$work/difference"
        fi
    done
    links=$(grep -o ']([^)]*)' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -v -e '^http' -e '^$' || true)
    for link in $links; do
        if [ ! -e "$(dirname "$1")/$link" ]; then
            failed=$((failed + 1))
            echo "the link to '$link' leads nowhere"
        fi
    done
    echo "$1: $passed examples as written, $failed differ"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# expect pass|fail OUTPUT...: a README showing this output of a program that prints "one two three", a word a line.
expect() {
    wanted=$1
    shift
    # The fences are no command substitutions.
    # shellcheck disable=SC2016
    {
        printf '```console\n$ pld \\\n>  count\n'
        [ $# -eq 0 ] || printf '%s\n' "$@"
        printf '$ build/pld >/dev/null\n```\n```sh\n$ false\n```\n'
    } >"$work/README.md"
    if examine "$work/README.md" "$work/program" >"$work/log"; then got=pass; else got=fail; fi
    tried=$((tried + 1))
    if [ "$got" != "$wanted" ]; then
        echo "self-test: a README that says '$*' should $wanted, but:"
        cat "$work/log"
        wrong=$((wrong + 1))
    fi
}

# expect_row pass|fail ROW: a page that has this row of a table.
expect_row() {
    printf '%s\n' "$2" >"$work/README.md"
    if examine "$work/README.md" "$work/program" >"$work/log"; then got=pass; else got=fail; fi
    tried=$((tried + 1))
    if [ "$got" != "$1" ]; then
        echo "self-test: the row '$2' should $1, but:"
        cat "$work/log"
        wrong=$((wrong + 1))
    fi
}

# shellcheck disable=SC2016 # backquotes are Markdown here
self_test() {
    printf '#!/bin/sh\nprintf "one\\ntwo\\nthree\\n"\n' >"$work/program"
    chmod +x "$work/program"
    tried=0
    wrong=0
    expect pass one two three
    expect pass one two three ""
    expect pass one ... three
    expect pass ...
    expect pass ... two ...
    expect pass one ... two three
    expect fail one two
    expect fail one two three four
    expect fail one two thre
    expect fail one three
    expect fail ... two
    expect fail ... three two ...
    expect fail
    expect_row pass '| a | `pld count` | no code |'
    expect_row pass '| `pldx` | `pld a` and `pld b \|\| false` |'
    expect_row fail '| a | `pld count \| false` |'
    expect_row fail '| `pld x` | `pld y; false` |'
    expect_row pass '| `pld x` | [here](README.md#x) and [there](https://example.org/x) |'
    expect_row fail '| `pld x` | [nowhere](missing.md) |'
    echo "nothing to run" >"$work/README.md"
    tried=$((tried + 1))
    if examine "$work/README.md" "$work/program" >/dev/null; then
        echo "self-test: a README without examples should fail"
        wrong=$((wrong + 1))
    fi
    echo "self-test: $((tried - wrong)) of $tried READMEs judged rightly"
    [ "$wrong" -eq 0 ]
}

if [ "${1:-}" = --self-test ]; then
    self_test
elif [ $# -eq 2 ]; then
    [ -r "$1" ] || { echo "cannot read $1" >&2; exit 1; }
    program=$(CDPATH='' cd "$(dirname "$2")" && pwd)/$(basename "$2")
    [ -x "$program" ] || { echo "cannot run $2" >&2; exit 1; }
    examine "$1" "$program"
else
    echo "usage: check.sh PAGE.md PROGRAM | --self-test" >&2
    exit 2
fi
