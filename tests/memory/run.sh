#!/bin/sh
# Usage: tests/memory/run.sh PLD PEAK
#
# Holds `pld --memory-limit` to its word: the most that is ever resident is within the limit, whatever is asked, and the command ends with 0 or 3, or
# with 2 and the least that would do; and with that least it does.
set -u
pld=$1 peak=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0 checks=0

fail() {
    echo "memory: $*"
    failures=$((failures + 1))
}

# run LIMIT COMMAND.. : sets code, kilobytes.
run() {
    limit=$1
    shift
    command=$1
    shift
    set -- "$pld" "$command" --memory-limit "$limit" "$@"
    measured=$("$peak" "$@" 2>"$folder/err") || fail "not measured: $*"
    code=${measured%% *} kilobytes=${measured##* }
    checks=$((checks + 1))
    case $code in
    0 | 2 | 3) ;;
    *) fail "exit $code: $*: $(cat "$folder/err")" ;;
    esac
}

# Within a limit in mebibytes. Where the program is refused it must not have begun.
within() {
    [ "$kilobytes" -le $(($1 * 1024)) ] || fail "$kilobytes kilobytes of $1 mebibytes: $2"
}

# check LIMIT COMMAND..
check() {
    mebibytes=$1
    shift
    run "${mebibytes}M" "$@"
    least=$(sed -n 's/^  allowed: at least \([0-9]*\)M$/\1/p' "$folder/err")
    if [ "$code" -ne 2 ]; then
        within "$mebibytes" "$*"
        return
    fi
    if [ -z "$least" ] || [ "$least" -le "$mebibytes" ]; then
        fail "refused, and what would do is not named: $*: $(cat "$folder/err")"
        return
    fi
    run "${least}M" "$@"
    [ "$code" -ne 2 ] || fail "$least mebibytes do not do: $*: $(cat "$folder/err")"
    within "$least" "$*"
}

for mebibytes in 16 32 64 256; do
    for spec in poisson-gaussian:q=.5,sigma=1e-3@1000 discrete-gaussian:sigma=1e4@3 poisson-gaussian:q=1e-9,sigma=.01@1e9; do
        check "$mebibytes" epsilon --delta 1e-5 $spec # some seconds each
    done
    for threads in 1 4; do
        for spec in discrete-gaussian:sigma=300@30 poisson-gaussian:q=256/60000,sigma=1@16384 gaussian:sigma=1@100 \
            laplace:b=1@50 poisson-laplace:q=.1,b=1@100 poisson-gaussian:q=.01,sigma=.3@20 \
            "poisson-gaussian:q=.01,sigma=1@5000 gaussian:sigma=20@10 laplace:b=10@3" randomized-response:p=.6@1000 \
            hypergeometric-gaussian:N=1000,B=10,k=1,sigma=1@100; do
            # shellcheck disable=SC2086 # several mechanisms
            check "$mebibytes" epsilon --delta 1e-5 --threads $threads $spec
        done
    done
    check "$mebibytes" delta --epsilon 1 --threads 4 poisson-gaussian:q=.5,sigma=.01@1000
    check "$mebibytes" curve --compositions 1,8,64,512 --delta 1e-5,1e-9 --threads 4 -o "$folder/c.h5" --force \
        poisson-gaussian:q=.01,sigma=.3
    check "$mebibytes" compare --delta 1e-5 --threads 4 poisson-gaussian:q=.01,sigma=1@1000
    check "$mebibytes" calibrate --epsilon 2 --delta 1e-5 --threads 4 poisson-gaussian:q=.01,sigma=solve@10000
    check "$mebibytes" tradeoff --fpr .01,.1 --threads 4 poisson-gaussian:q=.01,sigma=.5@1000
    check "$mebibytes" renyi --order 2,8 --threads 4 poisson-gaussian:q=.01,sigma=1@1000
    check "$mebibytes" statement --delta 1e-5 dp-sgd:N=60000,batch=256,epochs=60,sigma=1
done

# Too little for anything.
run 1M epsilon --delta 1e-5 gaussian:sigma=1
if [ "$code" -ne 2 ] || ! grep -q "at least" "$folder/err"; then
    fail "one mebibyte is enough: exit $code"
fi
check 1 epsilon --delta 1e-5 gaussian:sigma=1

# Without a limit nothing is said about one, also where the grid could be finer.
"$pld" epsilon --delta 1e-5 poisson-gaussian:q=.5,sigma=1e-3@1000 >"$folder/out" 2>"$folder/err"
grep -q 'memory limit' "$folder/out" "$folder/err" && fail "a limit is mentioned that nobody gave"

# A limit that does not bind changes nothing.
for spec in poisson-gaussian:q=.01,sigma=.3@20 discrete-gaussian:sigma=100@30 laplace:b=1@50; do
    "$pld" epsilon --delta 1e-5 "$spec" >"$folder/free"
    "$pld" epsilon --delta 1e-5 --memory-limit 1G "$spec" >"$folder/held"
    cmp -s "$folder/free" "$folder/held" || fail "a limit that does not bind changes the answer: $spec"
done

echo "memory: $checks measurements, $failures failures"
[ $failures -eq 0 ]
