#!/bin/sh
# Runs the command line cases: run.sh PLD_BINARY [NAME...]
#
# A case is cases/COMMAND/NAME.cmd, COMMAND being what it is about (main: the program itself), with shell lines that use $PLD, run in an
# empty directory ($TOOLS is this directory); NAME.out and NAME.err beside it (exactly what is expected; a missing file means nothing)
# and NAME.exit. Names are there once. Prints a difference for each failure and at the end
# 'N passed, N failed'. A case may take $LIMIT seconds (60); after that it is ended, with exit 124.
set -u

if [ $# -lt 1 ] || [ ! -x "$1" ]; then
    echo "usage: run.sh PLD_BINARY [NAME...]" >&2
    exit 2
fi
PLD=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
TOOLS=$(cd "$(dirname "$0")" && pwd)
export PLD TOOLS
unset POSIXLY_CORRECT
LC_ALL=C
export LC_ALL
shift

work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM

# compare NAME KIND: the case's expected file against what came out.
compare() {
    expected=$TOOLS/cases/$folder/$1.$2
    [ -e "$expected" ] || expected=/dev/null
    cmp -s "$expected" "$work/$2" && return 0
    echo "FAIL $1: $2 (< expected, > found)"
    diff "$expected" "$work/$2" | sed 's/^/    /'
    return 1
}

limit=
command -v timeout >/dev/null 2>&1 && limit="timeout ${LIMIT:-60}"

passed=0
failed=0
[ $# -gt 0 ] || set -- "$TOOLS"/cases/*/*.cmd
for name in "$@"; do
    name=$(basename "$name" .cmd)
    file=$(echo "$TOOLS"/cases/*/"$name.cmd")
    folder=$(basename "$(dirname "$file")")
    mkdir "$work/here"
    (cd "$work/here" && $limit sh "$file" >"$work/out" 2>"$work/err" </dev/null)
    echo $? >"$work/exit"
    good=yes
    for kind in exit out err; do
        compare "$name" "$kind" || good=no
    done
    if [ $good = yes ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    rm -rf "$work/here"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
