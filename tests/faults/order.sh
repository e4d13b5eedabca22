#!/bin/sh
# What a power cut may find: bytes are on the disk before their name is, and the name before the program says that it is done. Checked
# in the order of system calls: the new file is written, synced, renamed, and then its folder is synced; a line of the journal is synced
# before the next one, and the journal goes only after the folder of the result is synced.
#
#   order.sh PLD_BINARY
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C
# A sanitizer of leaks cannot be traced.
export ASAN_OPTIONS=detect_leaks=0

if ! strace -f -y -o probe true 2>/dev/null || ! grep -q exit probe; then
    echo "order: skipped, as strace is not there or may not trace"
    exit 0
fi

cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.01,sigma=1@10", "vary": {"sigma": [2, 3, 4]}, "axis": "sigma",
 "delta": 1e-5, "relative_tolerance": 0.1}
JSON

# judge TRACE: each rename to *.h5 has a synced source and a synced folder behind it. Reads lines of strace -y.
cat >judge.awk <<'AWK'
function wrong(what) { print "order: line " NR ": " what ": " $0; bad = 1 }
function path(text) { match(text, /<[^>]*>/); return substr(text, RSTART + 1, RLENGTH - 2) }
{ sub(/^[0-9]+ +/, "") }
/resumed>/ || / = -1 / { next }
/^(write|pwrite64|ftruncate)\(/ { dirty[path($0)] = 1; if (path($0) ~ /\.journal$/ && /^write/) lines++ }
/^(fsync|fdatasync)\(/ {
    where = path($0)
    dirty[where] = 0
    if (where == folder) { pending = 0; if (renamed) settled = 1 }
}
/^(rename|renameat|renameat2)\(/ && /\.h5"/ {
    split($0, words, "\"")
    if (!((folder "/" words[2]) in dirty) || dirty[folder "/" words[2]]) wrong("renamed before it was synced")
    renamed++
    pending = 1
    settled = 0
}
/^(unlink|unlinkat)\(/ && /\.journal"/ && !settled { wrong("the journal goes before the result is safe") }
END {
    if (!renamed) wrong("nothing was renamed")
    if (pending) wrong("the folder was not synced behind the last rename")
    for (file in dirty) if (dirty[file] && file ~ /\.(h5|new|journal)$/) wrong(file " was not synced")
    exit bad
}
AWK

failures=0
# traced NAME COMMAND...
traced() {
    name=$1
    shift
    strace -f -y -o "trace" -e trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,ftruncate,unlink,unlinkat "$pld" "$@" \
        >/dev/null 2>err || { cat err; failures=$((failures + 1)); }
    awk -v folder="$work" -f judge.awk trace || failures=$((failures + 1))
    echo "order: $name"
}

# The judge itself: a trace without the first sync, without the last one, and in the wrong order is refused.
printf '%s\n' "write(3<$work/a.h5.new>, \"x\", 1) = 1" "fsync(3<$work/a.h5.new>) = 0" 'rename("a.h5.new", "a.h5") = 0' \
    "fsync(4<$work>) = 0" >right
awk -v folder="$work" -f judge.awk right >/dev/null || { echo "order: the judge refuses what is right"; exit 1; }
for line in 2 4; do
    sed "${line}d" right >wrong
    ! awk -v folder="$work" -f judge.awk wrong >/dev/null || { echo "order: the judge does not miss line $line"; exit 1; }
done

mechanism=poisson-gaussian:q=0.01,sigma=2
set -- curve --delta 1e-5 --relative-tolerance 0.1 "$mechanism" -o curve.h5 --compositions
traced "a new file" "$@" 1,2
traced "a file in place of another" "$@" 1,2,4 --force
traced "a series in a file" "$@" 1,2 --append --series other
traced "a sweep and its journal" sweep experiment.json -o sweep.h5 --threads 2
[ "$failures" -eq 0 ]
