#!/bin/sh
# One fuzz target: every file of its corpus, then random inputs made from them.
#
#   sh tests/fuzz/run.sh PROGRAM [SECONDS [SEED]]    5 seconds; a seed of 0 (also: none) is the time of day
#
# Inputs that reach something new are kept in PROGRAM.corpus, one that fails is left in PROGRAM.failed/ with its name on the screen.
set -eu
program=$1
seconds=${2:-5}
seed=${3:-0}
here=$(cd "$(dirname "$0")" && pwd)
name=$(basename "$program")
export LSAN_OPTIONS="suppressions=$here/../support/leaks.txt:print_suppressions=0"
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# The files of the corpus by name: each must be read without a complaint.
"$program" -timeout=20 -rss_limit_mb=4096 -malloc_limit_mb=65536 "$here/corpus/$name"/* 2>"$program.log" || {
    cat "$program.log"
    exit 1
}
mkdir -p "$program.corpus" "$program.failed"
dictionary=""
[ ! -e "$here/$name.dict" ] || dictionary="-dict=$here/$name.dict"
"$program" -seed="$seed" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -malloc_limit_mb=65536 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$program.failed/" ${dictionary:+"$dictionary"} "$program.corpus" "$here/corpus/$name" >"$program.log" 2>&1 || {
    cat "$program.log"
    exit 1
}
grep 'number_of_executed_units' "$program.log" || true
