#!/bin/sh
# A sweep that is killed at random moments loses nothing that was finished and computes nothing twice.
#
#   kill.sh PLD_BINARY [KILLS]
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
kills=${2:-50}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "kill: $*"
    exit 1
}

# 120 pieces of one point each.
cat >experiment.json <<'JSON'
{
  "schema": "pld.experiment/1",
  "mechanisms": "poisson-gaussian:q=0.01,sigma=1",
  "vary": {"sigma": "2..7.9:+0.1", "q": [0.01, 0.02]},
  "axis": "sigma",
  "delta": 1e-5,
  "relative_tolerance": 0.1
}
JSON

# pieces FILE: the numbers of the finished pieces in a journal, sorted. A last line without its end is no finished piece.
pieces() {
    if [ -n "$(tail -c 1 "$1")" ]; then sed '$d' "$1"; else cat "$1"; fi | sed 1d | cut -d ' ' -f 1 | sort
}

"$pld" sweep experiment.json -o whole.h5 --threads 2 2>whole.err || fail "the sweep itself: $(cat whole.err)"
"$pld" export whole.h5 --csv >whole.csv
[ ! -e whole.h5.journal ] || fail "the journal is left"

seed=${PLD_TEST_SEED:-$$}
echo "kill: seed $seed"
awk -v seed="$seed" -v kills="$kills" 'BEGIN { srand(seed); for (i = 0; i < kills; i++) printf "%.4f\n", 0.002 + 0.06 * rand() }' >moments

killed=0
runs=0
: >before
while read -r moment; do
    if [ -e part.h5 ]; then # finished: begin again, so that every kill hits something
        "$pld" export part.h5 --csv | cmp -s - whole.csv || fail "a resumed sweep has other values"
        rm -f part.h5
        : >before
    fi
    "$pld" sweep experiment.json -o part.h5 --resume --threads 2 2>part.err &
    process=$!
    sleep "$moment"
    if kill -9 "$process" 2>/dev/null; then killed=$((killed + 1)); fi
    wait "$process" 2>/dev/null || true
    runs=$((runs + 1))
    if [ -e part.h5.journal ]; then
        pieces part.h5.journal >after
        [ "$(uniq after | wc -l)" -eq "$(wc -l <after)" ] || fail "a point was computed twice"
        comm -23 before after >lost
        [ ! -s lost ] || fail "finished points are lost: $(tr '\n' ' ' <lost)"
        mv after before
    fi
done <moments

"$pld" sweep experiment.json -o part.h5 --resume 2>part.err || fail "the last sweep: $(cat part.err)"
"$pld" export part.h5 --csv | cmp -s - whole.csv || fail "the resumed sweep has other values"
[ ! -e part.h5.journal ] || fail "the journal is left"
[ ! -e part.h5.new ] || fail "half a file is left"
[ "$(find . -name '*.lock')" = "" ] || fail "locks are left: $(find . -name '*.lock')"
[ "$killed" -gt 0 ] || fail "no sweep was killed"
echo "kill: $killed of $runs sweeps killed, nothing lost, nothing computed twice, the same values"

# Any number of threads gives the same bits.
for threads in 1 3 8; do
    "$pld" sweep experiment.json -o "threads$threads.h5" --threads "$threads" 2>/dev/null
    "$pld" export "threads$threads.h5" --csv | cmp -s - whole.csv || fail "$threads threads give other values"
done

# SIGTERM and SIGINT end it cleanly: a word, the exit of the signal, a journal to go on with.
for signal in TERM INT; do
    case $signal in TERM) expected=143 ;; *) expected=130 ;; esac
    rm -f part.h5 part.h5.journal
    tries=0
    code=0
    while [ "$code" -eq 0 ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 20 ] || fail "SIG$signal does not end it"
        rm -f part.h5 part.h5.journal
        code=0
        "$pld" sweep experiment.json -o part.h5 2>part.err &
        process=$!
        while [ ! -s part.h5.journal ] && kill -0 "$process" 2>/dev/null; do :; done
        kill -s "$signal" "$process" 2>/dev/null || true
        wait "$process" || code=$?
    done
    [ "$code" -eq "$expected" ] || fail "SIG$signal: exit $code: $(cat part.err)"
    grep -q 'stopped; .* of 120 points are kept' part.err || fail "SIG$signal: $(cat part.err)"
    "$pld" sweep experiment.json -o part.h5 --resume 2>part.err || fail "after SIG$signal: $(cat part.err)"
    "$pld" export part.h5 --csv | cmp -s - whole.csv || fail "after SIG$signal: other values"
done
echo "kill: SIGTERM and SIGINT end it cleanly, threads do not matter"

# A disk that is full (here: files that may not grow) is what is said, however many points stop because of it, and what was kept is.
rm -f part.h5
code=0
(ulimit -f 16 && "$pld" sweep experiment.json -o part.h5 --threads 4) 2>part.err || code=$?
[ "$code" -eq 4 ] || fail "a full disk: exit $code: $(cat part.err)"
grep -q "^pld sweep: 'part.h5.journal' cannot be written: " part.err || fail "a full disk: $(cat part.err)"
[ ! -e part.h5 ] || fail "a full disk: a file is left"
"$pld" sweep experiment.json -o part.h5 --resume 2>part.err || fail "after a full disk: $(cat part.err)"
grep -q "has all 120 points, [0-9][0-9]* computed now" part.err || fail "after a full disk: $(cat part.err)"
if grep -q "120 computed now" part.err; then fail "after a full disk nothing was kept"; fi
"$pld" export part.h5 --csv | cmp -s - whole.csv || fail "after a full disk: other values"
echo "kill: a full disk is said, and costs nothing that was kept"
