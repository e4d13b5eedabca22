#!/bin/sh
# Lets allocations of every command fail, one after the other, while AddressSanitizer and LeakSanitizer watch: documented exit codes, nothing
# leaked, nothing touched that was freed.
#
#   leaks.sh PLD_FAULTY [--all | SAMPLES]
#
# PLD_FAULTY is the program linked with wrap.c in a build with -DPLD_SANITIZE=ON. SAMPLES (6) of each command, chosen by PLD_TEST_SEED.
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
samples=${2:-6}
seed=${PLD_TEST_SEED:-1} # a change that passed once passes again; others by hand
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
cd "$work"
OMP_NUM_THREADS=1
LC_ALL=C
ASAN_OPTIONS=detect_leaks=1:exitcode=99
UBSAN_OPTIONS=halt_on_error=1:exitcode=99
export OMP_NUM_THREADS LC_ALL ASAN_OPTIONS UBSAN_OPTIONS
runs=0
failures=0

mechanism=poisson-gaussian:q=0.01,sigma=2@10
tolerance="--relative-tolerance 0.1"
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.01,sigma=1@10", "vary": {"sigma": [2, 3]}, "axis": "sigma",
 "delta": 1e-5, "relative_tolerance": 0.1, "methods": ["rdp"]}
JSON
cat >many.json <<'JSON'
{"schema": "pld.experiment/1", "title": "two", "series": "mine", "mechanisms": ["laplace:b=1@3", "gaussian:sigma=9"], "quantity": "delta",
 "vary": {"b": "5,6"}, "epsilon": [0.5, 1], "compositions": 2, "adjacency": "replace", "memory_limit": "200M"}
JSON
cat >wrong.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": ["gaussian:sigma=1"], "vary": {"sigma": [1, [2]]}, "delta": "1e-5,1e-6", "title": "a title"}
JSON
cat >density.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.1,sigma=1", "quantity": "density", "x": "0..1:+0.5"}
JSON
cat >schedule.csv <<'CSV'
"gaussian:sigma=20",50
"poisson:q=0.1,of=discrete-gaussian,sigma=9",5
"mixture-gaussian:sigma=9,pw=0.5:0.5,pm=0:1,qw=1,qm=0",2
CSV
printf '{"history": [[20.0, 1, 50], ["laplace:b=50", 20]]}' >history.json
printf '%s\n' P,Q 0.5,0.25 0.25,0.25 0.25,0.5 >masses.csv
printf '%s\n' name,epsilon,delta,mechanism mine,0.9,1e-6,gaussian:sigma=8 >claims.csv
# shellcheck disable=SC2086 # two words
"$pld" curve --delta 1e-5 --compositions 1,2 $tolerance --series old $mechanism -o old.h5 >/dev/null

code=0
PLD_FAULT_LEAK=yes "$pld" --version >/dev/null 2>err || code=$?
[ "$code" -eq 99 ] || { echo "leaks: a leak on purpose is not seen (exit $code)"; exit 1; }

# shellcheck disable=SC2086 # two words
"$pld" compare --delta 1e-5 $tolerance --methods rdp,zcdp $mechanism -o claims.h5 >/dev/null

# leaks COMMAND...: with allocations that fail.
leaks() {
    good=0
    rm -f new.h5 new.h5.journal
    cp old.h5 here.h5
    PLD_FAULT_COUNT=count "$pld" "$@" >/dev/null 2>err || good=$?
    if [ "$good" -gt 3 ]; then
        echo "FAIL $1: exit $good without a fault"
        head -5 err
        failures=$((failures + 1))
        return
    fi
    allocations=$(cat count)
    # shellcheck disable=SC2013 # numbers
    for place in $(awk -v count="$allocations" -v samples="$samples" -v seed="$seed" 'BEGIN {
        srand(seed)
        for (i = 1; i <= count; i++) if (samples == "--all" || rand() * count < samples) print i
    }'); do
        rm -f new.h5 new.h5.journal
        cp old.h5 here.h5
        code=0
        runs=$((runs + 1))
        PLD_FAULT=$place timeout 120 "$pld" "$@" >/dev/null 2>err || code=$?
        if [ "$code" -ne "$good" ] && [ "$code" -ne 4 ]; then
            failures=$((failures + 1))
            echo "FAIL $1, allocation $place: exit $code: $*"
            [ "$failures" -gt 5 ] || head -30 err
        fi
    done
}

echo "leaks: seed $seed"
# shellcheck disable=SC2086 # two words each
{
    leaks epsilon --delta 1e-5 $tolerance $mechanism
    leaks delta --epsilon 1 $tolerance gaussian:sigma=3@10
    leaks epsilon --delta 1e-5 $tolerance --json laplace:b=2@3
    leaks curve --delta 1e-5 --compositions 1,2 $tolerance $mechanism -o new.h5
    leaks curve --delta 1e-5 --compositions 1,2 $tolerance $mechanism -o here.h5 --append
    leaks compare --delta 1e-5 $tolerance $mechanism -o new.h5
    leaks calibrate --epsilon 2 --delta 1e-5 gaussian:sigma=solve@10
    leaks info old.h5
    leaks export old.h5 --csv
    leaks export old.h5 --json
    leaks statement --delta 1e-5 $tolerance $mechanism
    leaks tradeoff --fpr 0.01,0.1 $tolerance $mechanism -o new.h5
    leaks renyi --order 2,8 $tolerance gaussian:sigma=2@10
    leaks sweep experiment.json -o new.h5
    leaks sweep many.json -o new.h5
    leaks sweep density.json -o new.h5
    leaks sweep wrong.json -o new.h5
    leaks delta --epsilon 0.5 --json $tolerance --schedule schedule.csv
    leaks delta --epsilon 0.5 --json $tolerance --history history.json
    leaks epsilon --delta 1e-5 array:file=masses.csv@3
    leaks calibrate --epsilon 1 --delta 1e-6 $tolerance --json poisson-laplace:q=solve,b=3@10 gaussian:sigma=20
    leaks calibrate --fpr 0.1 --tpr 0.2 $tolerance gaussian:sigma=solve
    leaks compare --delta 1e-5 $tolerance --claims claims.csv --claim yours=0.8 --compositions 1,2 $mechanism --json
    leaks compare --delta 1e-5 $tolerance --claims claims.h5 --methods rdp,optimal
    leaks statement --delta 1e-5 $tolerance --format latex --groups 1,2 --json dp-sgd:N=10000,batch=100,epochs=1,sigma=2
    leaks renyi --order 1,1.5,inf --json laplace:b=2@10 randomized-response:epsilon=0.1
}
echo "leaks: $runs runs, $failures wrong"
[ "$failures" -eq 0 ] && [ "$runs" -gt 0 ]
