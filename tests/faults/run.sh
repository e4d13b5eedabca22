#!/bin/sh
# Lets allocations and system calls of every command fail, one after the other, and looks at what is left.
#
#   run.sh PLD_BINARY INJECT.so [--all | --own | SAMPLES] [SCENARIO...]
#
# A run with a fault either does what the run without it does (the same exit, the same words, the same files), or it ends with exit 4 and
# leaves every old file as it was and no new one; a sweep may leave its journal, and going on from it gives the same file. Where an allocation
# inside HDF5 fails, the process may also be ended by it, and files must be whole all the same. --all: every allocation in turn, which
# takes hours; --own: every one that is not inside HDF5, a quarter of an hour; otherwise SAMPLES (25) of each command, chosen by PLD_TEST_SEED.
set -eu

corpus=$(CDPATH='' cd "$(dirname "$0")/../fuzz/corpus" && pwd)
pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
inject=$(CDPATH='' cd "$(dirname "$2")" && pwd)/$(basename "$2")
shift 2
samples=25
case "${1:-}" in
--all | --own | [0-9]*)
    samples=$1
    shift
    ;;
esac
samples_hdf5=$samples
if [ "$samples" = --own ]; then
    samples=--all
    samples_hdf5=25
fi
only=" $* "
seed=${PLD_TEST_SEED:-1} # a change that passed once passes again; others by hand
OMP_NUM_THREADS=1
LC_ALL=C
export OMP_NUM_THREADS LC_ALL

work=$(mktemp -d)
trap 'umount "$work/here" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
runs=0
failures=0
hangs=142 # SIGALRM of inject.c

# --- what the commands work on --------------------------------------------------------------------------------------------------
mkdir "$work/base" "$work/here"
cd "$work/base"
mechanism=poisson-gaussian:q=0.01,sigma=2@10
"$pld" curve --delta 1e-5 --compositions 1,2 --relative-tolerance 0.1 --series old-très-vieux $mechanism -o old.h5 >/dev/null
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.01,sigma=1@10", "vary": {"sigma": [2, 3]}, "axis": "sigma",
 "delta": 1e-5, "relative_tolerance": 0.1, "methods": ["rdp"]}
JSON
cat >many.json <<'JSON'
{"schema": "pld.experiment/1", "title": "zwei Läufe", "series": "mine", "mechanisms": ["laplace:b=1@3", "gaussian:sigma=9"], "quantity": "delta",
 "vary": {"b": "5,6"}, "epsilon": [0.5, 1], "compositions": 2, "adjacency": "replace", "memory_limit": "200M"}
JSON
cat >wrong.json <<'JSON'
{"fourteen bytes": "and with the quotes sixteen, where a block ends", "schema": "pld.experiment/1",
 "other": ["poisson-gaussian:q=0.1,sigma=1", 1e-5, {"é": [0, [], {}, null]}]}
JSON
cat >density.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.1,sigma=1", "quantity": "density", "x": "0..1:+0.5"}
JSON
printf 'in,3\nin,1\nout,2\nout,0\n' >scores.csv
cat >schedule.csv <<'CSV'
spec,count
"gaussian:sigma=20",50
"laplace:b=50",20
"poisson:q=0.1,of=discrete-gaussian,sigma=9",5
"randomized-response:epsilon=0.01,k=3",5
"mixture-gaussian:sigma=9,pw=0.5:0.5,pm=0:1,qw=1,qm=0",2
CSV
cat >history.json <<'JSON'
{"adjacency": "add-remove", "history": [[20.0, 1, 50], ["20", "1/2", 5], ["laplace:b=50", 20],
 {"mechanism": "gaussian:sigma=9", "count": 2}, {"noise_multiplier": 30, "sample_rate": 0.5, "steps": 1e1}]}
JSON
cat >masses.csv <<'CSV'
P,Q
0.5,0.25
0.25,0.25
0.25,0.5
CSV
cat >claims.csv <<'CSV'
name,epsilon,delta,mechanism
mine,0.9,1e-6,gaussian:sigma=8
CSV
cp "$corpus/claims/datasets.h5" foreign.hdf5
cp "$corpus/masses/datasets.h5" masses.hdf5
"$pld" compare --delta 1e-5 --relative-tolerance 0.1 --methods rdp,zcdp $mechanism -o claims.h5 >/dev/null
"$pld" sweep experiment.json -o done.h5 2>/dev/null
PLD_FAULT=write:3:EIO LD_PRELOAD=$inject "$pld" sweep experiment.json -o begun.h5 2>/dev/null || [ -e begun.h5.journal ]
cd "$work"

# --- running and looking ---------------------------------------------------------------------------------------------------------

# listing: what is in here, with the times at which it was last changed in any way.
listing() {
    find "$work/here" -printf '%P %i %m %s %T@ %C@\n'
}

# fresh: here is a copy of base. It is left alone if nothing was done to it.
copied=""
fresh() {
    [ -z "$copied" ] || [ "$(listing)" != "$copied" ] || return 0
    chmod -R u+w "$work/here"
    rm -rf "$work/here"
    cp -p -r "$work/base" "$work/here"
    copied=$(listing)
}

# attempt FAULT COMMAND...: runs it in a fresh copy of base; leaves out, err and the exit code in $code.
attempt() {
    fault=$1
    shift
    fresh
    code=0
    (cd "$work/here" && PLD_FAULT="$fault" PLD_FAULT_COUNT="$work/counts" LD_PRELOAD="$inject" exec "$@") \
        >"$work/out" 2>"$work/err" </dev/null || code=$?
} 2>/dev/null

# describe: what is in here, without who made it and when.
describe() {
    (
        cd "$work/here"
        for file in *; do
            echo "$file"
            case "$file" in
            *.h5)
                "$pld" info "$file" | grep -vE '^  (created_utc|program_commit|command_line) '
                "$pld" export "$file" --csv
                ;;
            *) cat "$file" ;;
            esac
        done
    ) 2>&1
}

wrong() {
    failures=$((failures + 1))
    if [ "$failures" -le 20 ]; then
        echo "FAIL $name, $fault: $* (exit $code)"
        sed 's/^/    /' "$work/err" | head -3
    fi
}

# words FILE: what was printed, without times.
words() {
    sed -E 's/"seconds": .*//' "$1"
}

# same_words, same_files: are they those of the run without a fault? Mostly they are the same bytes, which is soon seen.
same_words() {
    cmp -s "$work/out" "$work/good.bytes" || words "$work/out" | cmp -s - "$work/good.out"
}
same_files() {
    diff -rq "$work/here" "$work/good" >/dev/null || describe | cmp -s - "$work/good.state"
}

# judge COMMAND...: the run of it that has just been made with a fault. $resume is the file of a sweep, which may leave its journal.
judge() {
    runs=$((runs + 1))
    if [ "$code" -eq "$good_code" ] && [ "$code" -ne 4 ]; then
        [ "$fault" != "${fault#*>&-}" ] || same_words || wrong "other words on standard output"
        same_files || wrong "other files"
        return
    fi
    if [ "$code" -ne 4 ] && { [ "${fault%%:*}" != hdf5 ] || [ "$code" -eq "$hangs" ]; }; then
        wrong "neither exit $good_code nor exit 4"
        return
    fi
    [ -s "$work/err" ] || [ "$code" -ne 4 ] || wrong "nothing is said"
    if [ "$resume" ] && [ -e "$work/here/$resume.journal" ]; then
        resumed=0
        case " $* " in *" --resume "*) ;; *) set -- "$@" --resume ;; esac
        (cd "$work/here" && "$@") >/dev/null 2>"$work/err" || resumed=$?
        [ "$resumed" -eq "$good_code" ] || wrong "resuming ends with exit $resumed"
        same_files || wrong "other files after resuming"
        return
    fi
    if [ "$code" -ge 128 ]; then # a dead writer leaves its place beside the file, and the next one takes that over
        again=0
        (cd "$work/here" && "$@") >/dev/null 2>"$work/err" || again=$?
        [ "$again" -eq "$good_code" ] || wrong "the next run ends with exit $again"
        same_files || wrong "other files after the next run"
        return
    fi
    diff -r "$work/base" "$work/here" >"$work/difference" || wrong "$(head -1 "$work/difference")"
}

# places COUNT SAMPLES: which of COUNT calls to fail.
places() {
    awk -v count="$1" -v samples="$2" -v seed="$seed" 'BEGIN {
        srand(seed)
        for (i = 1; i <= count; i++) if (samples == "--all" || rand() * count < samples) print i
    }'
}

# faults KIND: every way in which a call of this kind fails.
faults() {
    case $1 in
    write) echo "ENOSPC EIO EINTR short" ;;
    read) echo "EIO EINTR short" ;;
    fsync | ftruncate) echo "ENOSPC EIO EINTR" ;;
    rename) echo "ENOSPC EIO EACCES" ;;
    open) echo "EACCES EMFILE EINTR" ;;
    flock) echo "ENOLCK EINTR" ;;
    esac
}

# scenario NAME COMMAND...: fails its allocations and its system calls.
scenario() {
    name=$1
    shift
    case "$only" in
    "  " | *" $name "*) ;;
    *) return 0 ;;
    esac
    rm -f "$work/counts"
    attempt "" "$@"
    good_code=$code
    cp "$work/out" "$work/good.bytes"
    words "$work/out" >"$work/good.out"
    describe >"$work/good.state"
    rm -rf "$work/good"
    cp -r "$work/here" "$work/good"
    cp "$work/counts" "$work/all"
    if [ "$good_code" -gt 3 ] || { [ "$good_code" -eq 2 ] && [ "$name" = "${name#refused}" ]; }; then
        wrong "does not work without a fault"
        return
    fi
    before=$failures
    allocations=$(sed -n 's/^allocation //p' "$work/all")
    for place in $(places "$allocations" "$samples"); do
        attempt "allocation:$place" "$@"
        judge "$@"
        attempt "allocation:$place+" "$@"
        judge "$@"
    done
    for place in $(places "$(sed -n 's/^hdf5 //p' "$work/all")" "$samples_hdf5"); do
        attempt "hdf5:$place" "$@"
        judge "$@"
    done
    for kind in write read fsync rename open ftruncate flock; do
        count=$(sed -n "s/^$kind //p" "$work/all")
        place=1
        while [ "$place" -le "$count" ]; do
            for way in $(faults $kind); do
                attempt "$kind:$place:$way" "$@"
                judge "$@"
            done
            place=$((place + 1))
        done
    done
    echo "faults: $name: $allocations allocations, $((failures - before)) wrong"
}

# surroundings WORDS: the last scenario's command in worse ones, set up by shell words before and behind it.
surroundings() {
    fault="$1..$2"
    fresh
    code=0
    before_words=$1
    behind_words=$2
    shift 2
    (cd "$work/here" && sh -c "$before_words exec \"\$@\" $behind_words" sh "$@") >"$work/out" 2>"$work/err" </dev/null || code=$?
    case "$behind_words" in *'2>&-'*) echo "closed" >"$work/err" ;; esac
    chmod u+w "$work/here"
    judge "$@"
}

echo "faults: seed $seed"
resume=""
tolerance="--relative-tolerance 0.1"
# shellcheck disable=SC2086 # two words each
{
    scenario epsilon "$pld" epsilon --delta 1e-5 $tolerance $mechanism
    scenario delta "$pld" delta --epsilon 1 $tolerance $mechanism
    scenario json "$pld" epsilon --delta 1e-5 $tolerance --json gaussian:sigma=3
    scenario curve "$pld" curve --delta 1e-5 --compositions 1,2 $tolerance $mechanism -o new.h5
    scenario append "$pld" curve --delta 1e-5 --compositions 1,2 $tolerance $mechanism -o old.h5 --append
    scenario force "$pld" curve --delta 1e-5 --compositions 1,2 $tolerance $mechanism -o old.h5 --force
    scenario compare "$pld" compare --delta 1e-5 $tolerance --claims claims.csv --claim yours=0.8 $mechanism -o new.h5
    scenario calibrate "$pld" calibrate --epsilon 2 --delta 1e-5 gaussian:sigma=solve@10
    scenario info "$pld" info old.h5
    scenario export "$pld" export old.h5 --csv
    scenario export-json "$pld" export old.h5 --json
    scenario statement "$pld" statement --delta 1e-5 $tolerance $mechanism
    scenario tradeoff "$pld" tradeoff --fpr 0.01,0.1 $tolerance $mechanism -o new.h5
    scenario renyi "$pld" renyi --order 2,8 $tolerance gaussian:sigma=2@10
    samples_asked=$samples
    samples=--all # of the few that they have
    scenario refused-json "$pld" sweep wrong.json -o new.h5
    scenario refused "$pld" epsilon --delta 1e-5 --json gaussian:sigma=-1
    samples=$samples_asked
    scenario tiny "$pld" curve --delta 1e-5,1e-400 --compositions 1,2 $tolerance gaussian:sigma=2 -o new.h5
    scenario laplace "$pld" epsilon --delta 1e-5 $tolerance laplace:b=20@30
    scenario schedule "$pld" delta --epsilon 0.5 --json --explain $tolerance --schedule schedule.csv
    scenario history "$pld" delta --epsilon 0.5 --json $tolerance --history history.json
    scenario array "$pld" epsilon --delta 1e-5 array:file=masses.csv@3
    scenario array-hdf5 "$pld" delta --epsilon 1 array:file=masses.hdf5@2
    scenario sampled "$pld" calibrate --epsilon 1 --delta 1e-6 $tolerance --json poisson-laplace:q=solve,b=3@10 gaussian:sigma=20
    scenario advantage "$pld" calibrate --advantage 0.1 $tolerance discrete-laplace:b=9@solve
    scenario attack "$pld" calibrate --fpr 0.1 --tpr 0.2 $tolerance gaussian:sigma=solve
    scenario claims "$pld" compare --delta 1e-5 $tolerance --claims claims.h5 --methods rdp,loss-clt --json
    scenario foreign "$pld" compare --delta 1e-5 $tolerance --claims foreign.hdf5 --compositions 1,2 $mechanism -o new.h5
    scenario paper "$pld" statement --delta 1e-5 $tolerance --format latex --groups 1,2 dp-sgd:N=10000,batch=100,epochs=1,sigma=2
    scenario tradeoff-json "$pld" tradeoff --fpr 0.1 --prior 0.5 $tolerance --json laplace:b=2
    scenario mu "$pld" gdp --fpr-min 0.1 $tolerance $mechanism
    scenario tune "$pld" tune --delta 1e-5 $tolerance --runs geometric:mean=3 --json gaussian:sigma=2
    scenario audit "$pld" audit --tp 9/10 --fp 1/10 --delta 1e-5 $tolerance gaussian:sigma=2 -o new.h5
    scenario scores "$pld" audit --scores scores.csv --threshold any --delta 0.01 --json
    scenario orders "$pld" renyi --order 1,1.5,inf --json laplace:b=2@10 randomized-response:epsilon=0.1
    scenario density "$pld" sweep density.json -o new.h5
    scenario finished "$pld" sweep experiment.json -o done.h5 --resume
    resume=begun.h5
    scenario begun "$pld" sweep experiment.json -o begun.h5 --resume
    resume=new.h5
    scenario many "$pld" sweep many.json -o new.h5
    scenario sweep "$pld" sweep experiment.json -o new.h5
}

if [ "$only" = "  " ]; then
    for closed in '<&-' '>&-' '2>&-' '<&- >&-' '<&- 2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
        surroundings "" "$closed" "$pld" sweep experiment.json -o new.h5
    done
    for blocks in 1 4 16; do # no file may be longer
        surroundings "ulimit -f $blocks;" "" "$pld" sweep experiment.json -o new.h5
    done
    most=20000 # kilobytes of memory with which the program just starts
    # shellcheck disable=SC3045 # every sh we know has it
    while ! (ulimit -v $most && "$pld" --version) >/dev/null 2>&1; do most=$((most + 500)); done
    for step in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        surroundings "ulimit -v $((most + 1500 * step));" "" "$pld" sweep experiment.json -o new.h5
    done
    user=""
    if [ "$(id -u)" -eq 0 ]; then # nothing is read-only for root
        user="setpriv --reuid=65534 --clear-groups"
        chmod 755 "$work"
    fi
    if [ -z "$user" ] || $user "$pld" --version >/dev/null 2>&1; then
        # shellcheck disable=SC2086 # words
        surroundings "chmod a-w . && " "" $user "$pld" sweep experiment.json -o new.h5
        [ "$code" -eq 4 ] || wrong "written into a read-only folder"
    fi
    said="closed streams, files that may not grow, little memory, a read-only folder"

    # No threads left: fewer are worked with, and the values are the same. The limit is on a user's processes, and root has none.
    threads_user=$user
    if [ "$(id -u)" -eq 0 ]; then
        threads_user="setpriv --reuid=65533 --clear-groups"
        chmod 777 "$work/base" "$work/here"
    fi
    if $threads_user prlimit --nproc=1:1 "$pld" --version >/dev/null 2>&1; then
        # shellcheck disable=SC2086 # words
        surroundings "unset OMP_NUM_THREADS; " "" $threads_user prlimit --nproc=1:1 "$pld" sweep experiment.json -o new.h5 --threads 8
        [ "$code" -eq "$good_code" ] || wrong "a sweep needs more threads than there are"
        said="$said, no threads"
    else
        said="$said; threads were left (no prlimit, or not allowed)"
    fi

    # A library of ours is never one that lies in the current directory.
    fresh
    fault="libraries in the current directory"
    code=0
    for library in libfftw3.so.3 libfftw3l.so.3 libfftw3_threads.so.3 libjansson.so.4 libm.so.6; do : >"$work/here/$library"; done
    (cd "$work/here" && exec "$pld" --version) >/dev/null 2>"$work/err" || code=$?
    [ "$code" -eq 0 ] || wrong "a file of the current directory is taken for a library"
    runs=$((runs + 1))

    # A disk that is full, at every few kilobytes; then there is room again, and a sweep goes on.
    fresh
    if mount -t tmpfs -o size=1m pld "$work/here" 2>/dev/null; then
        umount "$work/here"
        # Whole pages for each file, and one for the folder.
        size=$(find "$work/base" -type f -exec wc -c {} + | awk '$2 != "total" { pages += int(($1 + 4095) / 4096) } END { print 4 * pages + 4 }')
        for room in 0 4 8 12 16 20 24 28 32 40; do
            for command in curve sweep; do
                fault="a disk with $room kB left, $command"
                fresh
                mount -t tmpfs -o size=$((size + room))k pld "$work/here"
                cp -p "$work/base"/* "$work/here/"
                code=0
                case $command in
                curve)
                    resume=""
                    set -- "$pld" curve --delta 1e-5 --compositions 1,2 --relative-tolerance 0.1 $mechanism -o old.h5 --append
                    ;;
                *)
                    resume=new.h5
                    set -- "$pld" sweep experiment.json -o new.h5
                    ;;
                esac
                (cd "$work/here" && exec "$@") >"$work/out" 2>"$work/err" </dev/null || code=$?
                cat "$work/err" >>"$work/full.err"
                mount -o remount,size=1m "$work/here"
                if [ $command = curve ]; then
                    runs=$((runs + 1))
                    case $code in
                    0) "$pld" export "$work/here/old.h5" --csv | grep -q '^old' || wrong "the old series is gone" ;;
                    4) diff -r "$work/base" "$work/here" >"$work/difference" || wrong "$(head -1 "$work/difference")" ;;
                    *) wrong "neither exit 0 nor exit 4" ;;
                    esac
                else
                    judge "$@"
                fi
                umount "$work/here"
            done
        done
        grep -q 'No space left' "$work/full.err" || wrong "the disk was never full"
        said="$said, a full disk"
    else
        said="$said; no disk was full (only root can mount one)"
    fi
    echo "faults: $said"
fi

echo "faults: $runs runs, $failures wrong"
[ "$failures" -eq 0 ] && [ "$runs" -gt 0 ]
