#!/bin/sh
# shellcheck disable=SC2016 # backquotes are those of Markdown
# Code and src/MATHEMATICS.md speak of the same theorems: every tag that a source cites, "(T12)" or "(T3, T4)", is a theorem of the page; every theorem
# names the files that use it, and each of them cites it; every test that the page names is there.
#
#   check_theorems.sh ROOT         check ROOT/src
#   check_theorems.sh --self-test  check that each kind of violation is seen
set -eu

check() {
    (cd "$1" && find src -name '*.[ch]' | LC_ALL=C sort) | (
        cd "$1"
        awk -v page=src/MATHEMATICS.md '
        function complain(place, text) {
            printf "%s: %s\n", place, text
            bad++
        }
        function is_there(path,    line, found) {
            found = (getline line < path) >= 0
            close(path)
            return found
        }
        # What stands between backticks behind *Code:* or *Tests:*, up to the end of the paragraph or the next of these words.
        function take(text, word, into, number,    from, part, count, i) {
            from = index(text, "*" word ":*")
            if (!from) {
                complain(page ":" heading[number], "T" number " has no *" word ":*")
                return
            }
            text = substr(text, from + length(word) + 3)
            if (word == "Code") sub(/\*Tests:\*.*/, "", text)
            count = split(text, part, "`")
            if (count < 3) complain(page ":" heading[number], "T" number " names nothing behind *" word ":*")
            for (i = 2; i <= count; i += 2) into[number, part[i]] = 1
        }
        function finish_paragraph() {
            if (theorem != "" && paragraph ~ /\*Code:\*/) {
                ended[theorem] = 1
                take(paragraph, "Code", code, theorem)
                take(paragraph, "Tests", tests, theorem)
            }
            paragraph = ""
        }
        function read_page(    line, number, rest, tag, words, count, i) {
            while ((getline line < page) > 0) {
                number++
                if (line ~ /^### T[0-9]+\. /) {
                    finish_paragraph()
                    theorem = line
                    sub(/^### T/, "", theorem)
                    sub(/\..*/, "", theorem)
                    if (theorem in heading) complain(page ":" number, "T" theorem " is there twice")
                    heading[theorem] = number
                    theorems++
                } else if (line ~ /^#/) {
                    finish_paragraph()
                    theorem = ""
                } else if (line ~ /^[ \t]*$/) {
                    finish_paragraph()
                } else {
                    paragraph = paragraph " " line
                }
                if (length(line) > 140) complain(page ":" number, "a line of " length(line) " characters, more than 140")
                rest = line
                while (match(rest, /`tests\/[^`]*`/)) {
                    tag = substr(rest, RSTART + 1, RLENGTH - 2)
                    rest = substr(rest, RSTART + RLENGTH)
                    if (!is_there(tag)) complain(page ":" number, tag " is not there")
                }
                rest = line
                gsub(/[^A-Za-z0-9_]+/, " ", rest)
                count = split(rest, words, " ")
                for (i = 1; i <= count; i++)
                    if (words[i] ~ /^T[0-9]+$/) mentioned[substr(words[i], 2)] = number
            }
            finish_paragraph()
            if (!theorems) complain(page, "no theorem found")
        }
        function read_source(file,    line, number, rest, tags, count, tag, i) {
            while ((getline line < file) > 0) {
                number++
                rest = line
                while (match(rest, /\(T[0-9]+(, T[0-9]+)*\)/)) {
                    tags = substr(rest, RSTART + 1, RLENGTH - 2)
                    rest = substr(rest, RSTART + RLENGTH)
                    count = split(tags, tag, ", ")
                    for (i = 1; i <= count; i++) {
                        citations++
                        cited[substr(tag[i], 2), substr(file, 5)] = 1
                        if (!(substr(tag[i], 2) in heading)) complain(file ":" number, tag[i] " is no theorem of " page)
                    }
                }
            }
            close(file)
        }
        BEGIN {
            if (!is_there(page)) {
                print page " is missing"
                exit 1
            }
            read_page()
        }
        {
            files++
            read_source($0)
        }
        END {
            for (number in heading)
                if (!(number in ended)) complain(page ":" heading[number], "T" number " does not say where it is used and tested")
            for (number in mentioned)
                if (!(number in heading)) complain(page ":" mentioned[number], "T" number " is mentioned, but there is none")
            for (pair in code) {
                split(pair, part, SUBSEP)
                if (!is_there("src/" part[2])) complain(page ":" heading[part[1]], "src/" part[2] " is not there")
                else if (!((part[1], part[2]) in cited)) complain(page ":" heading[part[1]], "src/" part[2] " does not cite (T" part[1] ")")
            }
            printf "%d theorems, %d citations in %d files, %d complaints\n", theorems, citations, files, bad
            exit bad > 0
        }'
    )
}

# expect pass|fail WHAT PAGE SOURCE: a page and a source (of a bound and its test that exist) pass or fail.
expect() {
    rm -rf "$tree"
    mkdir -p "$tree/src/bound" "$tree/tests/bound"
    printf '%b' "$3" >"$tree/src/MATHEMATICS.md"
    printf '%b' "$4" >"$tree/src/bound/tail.h"
    printf 'int x;\n' >"$tree/tests/bound/test_tail.c"
    if check "$tree" >"$tree/log" 2>&1; then got=pass; else got=fail; fi
    if [ "$got" != "$1" ]; then
        echo "self-test: $2 should $1, but:"
        cat "$tree/log"
        failed=$((failed + 1))
    fi
    tried=$((tried + 1))
}

self_test() {
    directory=$(mktemp -d)
    trap 'rm -rf "$directory"' EXIT
    tree=$directory/tree
    failed=0
    tried=0
    good='### T1. A\n\nText.\n\n*Code:* `bound/tail.h`.\n*Tests:* `tests/bound/test_tail.c`.\n'
    expect pass 'a theorem that is cited' "$good" '/* Theorem (T1). */\n'
    expect pass 'two tags at once' "$good\n### T2. B\n\n*Code:* \`bound/tail.h\`. *Tests:* \`tests/bound/test_tail.c\`.\n" '/* (T1, T2) */\n'
    expect fail 'a citation of nothing' "$good" '/* (T1) and (T7) */\n'
    expect fail 'a theorem that is not cited' "$good" '/* nothing */\n'
    expect fail 'a tag without parentheses' "$good" '/* T1 */\n'
    expect fail 'a file that is not there' '### T1. A\n\n*Code:* `bound/nothing.h`. *Tests:* `tests/bound/test_tail.c`.\n' '/* (T1) */\n'
    expect fail 'a test that is not there' '### T1. A\n\n*Code:* `bound/tail.h`. *Tests:* `tests/bound/test_nothing.c`.\n' '/* (T1) */\n'
    expect fail 'a test named elsewhere that is not there' "$good\nSee \`tests/base/test_libm.c\`.\n" '/* (T1) */\n'
    expect fail 'no tests' '### T1. A\n\n*Code:* `bound/tail.h`.\n' '/* (T1) */\n'
    expect fail 'no code' '### T1. A\n\nText.\n' '/* (T1) */\n'
    expect fail 'the same number twice' "$good\n$good" '/* (T1) */\n'
    expect fail 'a mention of nothing' "$good\nBy T9 it follows.\n" '/* (T1) */\n'
    expect fail 'no theorem at all' 'Text.\n' '/* nothing */\n'
    expect fail 'a long line' "$good\n$(printf '%0150d' 0)\n" '/* (T1) */\n'
    echo "self-test: $((tried - failed)) of $tried trees judged rightly"
    [ "$failed" -eq 0 ]
}

case "${1:-}" in
--self-test) self_test ;;
"")
    echo "usage: check_theorems.sh ROOT | --self-test" >&2
    exit 2
    ;;
*) check "$1" ;;
esac
