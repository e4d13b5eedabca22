#!/bin/sh
# A sweep by many ranks is the file of a sweep by one process; ranks that are killed at random moments lose nothing that was finished.
#
#   mpi.sh PLD_BINARY [KILLS]    exit 77 (skipped) without mpirun; MPIRUN is that of the MPI that PLD_BINARY was built with
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
kills=${2:-3}
mpirun=${MPIRUN:-mpirun}
if ! command -v "$mpirun" >/dev/null 2>&1 || [ ! -e "$(dirname "$pld")/pld-mpi.so" ]; then
    echo "mpi: skipped, as mpirun or pld-mpi.so is not there"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C
# Of Open MPI: as any user, more ranks than processors, no network, and its own leaks are its own.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl=self,vader
export OMPI_MCA_btl_vader_single_copy_mechanism=none PMIX_MCA_gds=hash TMPDIR="$work"
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"

fail() {
    echo "mpi: $*"
    exit 1
}

contents() {
    "$pld" export "$1" --json | grep -v -e '"created_utc"' -e '"command_line"'
}

# ranks N [OPTION OF MPIRUN...] -- ARGUMENT...: pld by so many ranks.
ranks() {
    number=$1
    shift
    options=""
    while [ "$1" != "--" ]; do
        options="$options $1"
        shift
    done
    shift
    # shellcheck disable=SC2086 # a list of plain words
    timeout "${limit:-500}" "$mpirun" -n "$number" $options "$pld" "$@"
}

# 60 points of unequal cost.
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.01,sigma=1",
 "vary": {"sigma": "2..7.4:+0.6", "q": [0.01, 0.02]}, "axis": "sigma", "compositions": "1,100,10000", "delta": 1e-5,
 "relative_tolerance": 0.1, "methods": "zcdp"}
JSON
"$pld" sweep experiment.json -o whole.h5 2>whole.err || fail "the sweep itself: $(cat whole.err)"
contents whole.h5 >whole.json

for number in 1 2 16 4; do
    started=$(date +%s%N)
    ranks "$number" -- sweep experiment.json -o "ranks$number.h5" --threads "$((1 + number % 3))" 2>ranks.err ||
        fail "$number ranks: $(cat ranks.err)"
    took=$(($(date +%s%N) - started)) # nanoseconds
    contents "ranks$number.h5" | cmp -s - whole.json || fail "$number ranks give another file"
    [ ! -e "ranks$number.h5.journal" ] || fail "$number ranks leave a journal"
done
echo "mpi: 1, 2, 4 and 16 ranks give the file of one process"

# mistaken WHAT WORDS PROGRAM-AND-ARGUMENTS...: exit 2 or 4 before long, a sentence with these words, said once, and no new file.
mistaken() {
    what=$1
    words=$2
    shift 2
    code=0
    timeout 60 "$@" >out 2>err </dev/null || code=$?
    case $code in 2 | 4) ;; *) fail "$what: exit $code: $(cat err)" ;; esac
    grep -q -e "^pld sweep: .*$words" err || fail "$what: $(cat err)"
    [ ! -e new.h5 ] || fail "$what: a file is left"
    rm -f new.h5.journal # has the points that others finished before
}
# Those that rank 0 finds or is told of are said once, and the job ends.
mistaken_once() {
    mistaken "$@"
    [ "$(grep -c '^pld sweep: ' err)" -eq 1 ] || fail "$1: $(cat err)"
}
sed 's/1e-5/1e-6/' experiment.json >other.json
mkdir elsewhere
cp "$pld" elsewhere/pld # without its modules
mistaken_once "no experiment" "'nowhere.json' cannot be read" "$mpirun" -n 3 "$pld" sweep nowhere.json -o new.h5
mistaken_once "a file that is there" "whole.h5" "$mpirun" -n 3 "$pld" sweep experiment.json -o whole.h5
mistaken_once "too many parts" "999" "$mpirun" -n 3 "$pld" sweep experiment.json -o new.h5 --shard 1/999
mistaken_once "no such folder" "nowhere/new.h5.journal' cannot be written" "$mpirun" -n 3 "$pld" sweep experiment.json -o nowhere/new.h5
mistaken_once "a rank without the experiment" "'nowhere.json' cannot be read" \
    "$mpirun" -n 2 "$pld" sweep experiment.json -o new.h5 : -n 1 "$pld" sweep nowhere.json -o new.h5
mistaken_once "a rank with another experiment" "rank 2 has another experiment" \
    "$mpirun" -n 2 "$pld" sweep experiment.json -o new.h5 : -n 1 "$pld" sweep other.json -o new.h5
mistaken "a rank that cannot load" "cannot load pld-mpi.so" \
    "$mpirun" -n 2 "$pld" sweep experiment.json -o new.h5 : -n 1 elsewhere/pld sweep experiment.json -o new.h5
# What mpirun of another MPI looks like: others are there, but not for this one.
mistaken "another MPI" "mpirun has started 3 processes, .* another MPI" env PMI_SIZE=3 "$pld" sweep experiment.json -o new.h5
ranks 3 -- sweep experiment.json -o whole.h5 --resume 2>err || fail "a finished sweep: $(cat err)"
grep -q "is finished" err || fail "a finished sweep: $(cat err)"
ranks 3 -- sweep experiment.json --dry-run >out 2>err || fail "a dry run: $(cat err)"
grep -q "^points  *60$" out || fail "a dry run: $(cat out)"
grep -q "by 3 ranks" out || fail "a dry run: $(cat out)"

# pieces FILE: the numbers of the finished points in a journal, sorted. A last line without its end is none.
pieces() {
    if [ -n "$(tail -c 1 "$1")" ]; then sed '$d' "$1"; else cat "$1"; fi | sed 1d | cut -d ' ' -f 1 | sort
}

# Any rank is killed at any moment of what the last of these jobs took: the job ends, and the next one, of another size, goes on.
seed=${PLD_TEST_SEED:-$$}
echo "mpi: seed $seed"
awk -v seed="$seed" -v kills="$kills" -v took="$took" 'BEGIN { srand(seed); for (i = 0; i < 10 * kills; i++)
    printf "%d %d %.4f\n", 2 + int(3 * rand()), int(4 * rand()), took / 1e9 * (0.1 + 0.8 * rand()) }' >plan
killed=0
jobs=0
: >before
while read -r number victim moment && [ "$killed" -lt "$kills" ]; do
    if [ -e part.h5 ]; then
        contents part.h5 | cmp -s - whole.json || fail "a resumed sweep has other values"
        rm -f part.h5
        : >before
    fi
    ranks "$number" -- sweep experiment.json -o part.h5 --resume >/dev/null 2>part.err </dev/null &
    job=$!
    jobs=$((jobs + 1))
    sleep "$moment"
    process=$(pgrep -f "^$pld sweep experiment.json -o part.h5" | sed -n "$((victim % number + 1))p")
    if [ -n "$process" ] && kill -9 "$process" 2>/dev/null; then killed=$((killed + 1)); fi
    wait "$job" 2>/dev/null || true
    if [ -e part.h5.journal ]; then
        pieces part.h5.journal >after
        [ "$(uniq after | wc -l)" -eq "$(wc -l <after)" ] || fail "a point was kept twice"
        comm -23 before after >lost
        [ ! -s lost ] || fail "finished points are lost: $(tr '\n' ' ' <lost)"
        mv after before
    fi
done <plan
ranks 3 -- sweep experiment.json -o part.h5 --resume 2>part.err || fail "the last sweep: $(cat part.err)"
contents part.h5 | cmp -s - whole.json || fail "the resumed sweep has other values"
[ ! -e part.h5.journal ] || fail "the journal is left"
[ "$killed" -eq "$kills" ] || fail "only $killed of $jobs jobs had a rank killed"
echo "mpi: $killed of $jobs jobs had a rank killed; nothing is lost, the same values"

# process_of NUMBER FILE: that of the rank that sweeps into FILE, as Open MPI tells it.
process_of() {
    for process in $(pgrep -f "^$pld sweep experiment.json -o $2"); do
        if tr '\0' '\n' <"/proc/$process/environ" 2>/dev/null | grep -q "^OMPI_COMM_WORLD_RANK=$1\$"; then echo "$process"; fi
    done
}
# until_true WORDS...: waits for a command to succeed, for a minute.
until_true() {
    tries=0
    while ! "$@" && [ "$tries" -lt 6000 ]; do
        sleep 0.01
        tries=$((tries + 1))
    done
}
# recovers FILE WHAT: the job in the background has ended by itself, with the whole file.
recovers() {
    code=0
    wait "$job" || code=$?
    [ "$code" -ne 124 ] || fail "$2: the others wait for ever"
    [ -e "$1" ] || fail "$2: the others do not go on: $(cat part.err)"
    contents "$1" | cmp -s - whole.json || fail "$2: the others give other values"
}

# With --enable-recovery the others go on when a rank that is not 0 is killed, and its points are computed by them; nobody waits for
# one that dies when all is done.
if "$mpirun" --help all 2>/dev/null | grep -q enable-recovery; then
    limit=100
    rm -f part.h5
    ranks 3 --enable-recovery -- sweep experiment.json -o part.h5 >/dev/null 2>part.err </dev/null &
    job=$!
    until_true [ -s part.h5.journal ]
    kill -9 "$(process_of 2 part.h5)" 2>/dev/null || true
    recovers part.h5 "a rank that is killed"
    ranks 3 --enable-recovery -- sweep experiment.json -o late.h5 >/dev/null 2>part.err </dev/null &
    job=$!
    until_true [ -s late.h5.journal ]
    process=$(process_of 1 late.h5)
    kill -STOP "$process" 2>/dev/null || fail "a rank leaves before it was told to"
    until_true [ -e late.h5 ]
    kill -9 "$process"
    recovers late.h5 "a rank that is killed at the end"
    echo "mpi: with --enable-recovery the others go on, and end"
fi
# Where rank 0 is killed, the others end after two minutes.
if [ "$kills" -ge 20 ] && "$mpirun" --help all 2>/dev/null | grep -q enable-recovery; then
    limit=400
    ranks 3 --enable-recovery -- sweep experiment.json -o zero.h5 >/dev/null 2>part.err </dev/null &
    job=$!
    until_true [ -s zero.h5.journal ]
    kill -9 "$(process_of 0 zero.h5)"
    code=0
    wait "$job" || code=$?
    [ "$code" -ne 124 ] || fail "the others wait for rank 0 for ever"
    grep -q "rank 0 does not answer rank 1 any more" part.err || fail "without rank 0: $(cat part.err)"
    ranks 2 -- sweep experiment.json -o zero.h5 --resume 2>part.err || fail "after rank 0 was killed: $(cat part.err)"
    contents zero.h5 | cmp -s - whole.json || fail "after rank 0 was killed: other values"
    echo "mpi: nobody waits for rank 0 for ever"
fi
