#!/bin/sh
# Parts of a sweep, merged in any order, are the file that one sweep writes; what is missing, twice, or of something else is said.
#
#   shards.sh PLD_BINARY [ROUNDS]
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
rounds=${2:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C

fail() {
    echo "shards: $*"
    exit 1
}

# contents FILE: all of it but who wrote it, when and by which command.
contents() {
    "$pld" export "$1" --json | grep -v -e '"created_utc"' -e '"command_line"'
}

# 48 points in two series, unequal parts (48 = 16 * 3, 7 does not divide it), and what other accountants say.
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.01,sigma=1", "vary": {"sigma": "2..7.5:+0.5", "q": [0.01, 0.02]},
 "axis": "sigma", "compositions": "1,100", "delta": 1e-5, "relative_tolerance": 0.1, "methods": "zcdp"}
JSON
"$pld" sweep experiment.json -o whole.h5 2>whole.err || fail "the sweep itself: $(cat whole.err)"
contents whole.h5 >whole.json

for count in 16 7; do
    part=1
    while [ "$part" -le "$count" ]; do
        "$pld" sweep experiment.json -o "part-$part.h5" --shard "$part/$count" 2>part.err || fail "part $part of $count: $(cat part.err)"
        part=$((part + 1))
    done
    seed=${PLD_TEST_SEED:-$$}
    echo "shards: $count parts, seed $seed"
    round=1
    while [ "$round" -le "$rounds" ]; do
        # Names have no blanks, so the words of this list are the files.
        # shellcheck disable=SC2046
        "$pld" merge $(seq "$count" | awk -v seed="$((seed + round))" 'BEGIN { srand(seed) } { print rand(), $1 }' | sort |
            sed 's/.* \(.*\)/part-\1.h5/') -o merged.h5 --force 2>merge.err || fail "merging: $(cat merge.err)"
        contents merged.h5 | cmp -s - whole.json || fail "$count merged parts are not the whole"
        round=$((round + 1))
    done
    [ "$count" -eq 7 ] || rm -f part-*.h5
done

# refused WHAT WORDS COMMAND...: exit 4 or 2, a sentence with these words, and no file.
refused() {
    what=$1
    words=$2
    shift 2
    code=0
    "$@" >out 2>err || code=$?
    case $code in 2 | 4) ;; *) fail "$what: exit $code" ;; esac
    grep -q -e "$words" err || fail "$what: $(cat err)"
    [ ! -e new.h5 ] || fail "$what: a file is left"
}

refused "a missing part" "part 3 of 7 is missing; .*--shard 3/7" \
    "$pld" merge part-1.h5 part-2.h5 part-4.h5 part-5.h5 part-6.h5 part-7.h5 -o new.h5
refused "a part twice" "are both part 2 of 7" "$pld" merge part-*.h5 part-2.h5 -o new.h5
refused "no part" "is no part of a sweep" "$pld" merge part-*.h5 whole.h5 -o new.h5
sed 's/1e-5/1e-6/' experiment.json >other.json
"$pld" sweep other.json -o other.h5 --shard 1/7 2>/dev/null
refused "another experiment" "different experiments" "$pld" merge other.h5 part-[2-7].h5 -o new.h5
"$pld" sweep experiment.json -o half.h5 --shard 1/2 2>/dev/null
refused "another number of parts" "is one of 7 parts, but 'half.h5' is one of 2" "$pld" merge part-*.h5 half.h5 -o new.h5
head -c 3000 part-1.h5 >cut.h5
refused "half a part" "damaged" "$pld" merge cut.h5 part-[2-7].h5 -o new.h5
refused "more parts than points" "49 parts of 48 points" "$pld" sweep experiment.json -o new.h5 --shard 1/49

# A part that is killed goes on, and one that is finished is left alone.
rm -f part-1.h5
"$pld" sweep experiment.json -o part-1.h5 --shard 1/7 2>/dev/null &
process=$!
sleep 0.02
kill -9 "$process" 2>/dev/null || true
wait "$process" 2>/dev/null || true
"$pld" sweep experiment.json -o part-1.h5 --shard 1/7 --resume 2>part.err || fail "a part that goes on: $(cat part.err)"
"$pld" sweep experiment.json -o part-1.h5 --shard 1/7 --resume 2>part.err || fail "a finished part: $(cat part.err)"
grep -q "is finished" part.err || fail "a finished part: $(cat part.err)"
rm -f merged.h5
"$pld" merge part-*.h5 -o merged.h5 2>/dev/null
contents merged.h5 | cmp -s - whole.json || fail "merged after a kill: other contents"
[ ! -e part-1.h5.journal ] || fail "a journal is left"
# The journal of another part is not taken.
"$pld" sweep experiment.json -o stopped.h5 --shard 2/7 2>/dev/null &
process=$!
while [ ! -s stopped.h5.journal ] && kill -0 "$process" 2>/dev/null; do :; done
kill -9 "$process" 2>/dev/null || true
wait "$process" 2>/dev/null || true
if [ -s stopped.h5.journal ]; then
    code=0
    "$pld" sweep experiment.json -o stopped.h5 --shard 3/7 --resume 2>part.err || code=$?
    [ "$code" -eq 4 ] || fail "the journal of another part: exit $code"
fi
echo "shards: parts merge in any order; what is missing, twice or wrong is said"
