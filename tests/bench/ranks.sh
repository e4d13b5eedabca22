#!/bin/sh
# How much sooner ranks finish a sweep of points of unequal cost than one process: rounds of both in turn, the best of each, as a ratio.
#
#   ranks.sh PLD_BINARY [ROUNDS]    MPIRUN is that of the MPI that PLD_BINARY was built with
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
rounds=${2:-3}
mpirun=${MPIRUN:-mpirun}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

# 90 points: from 2 ms to a second each.
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson:of=laplace,q=0.01,b=1", "vary": {"b": "1..3.5:+0.5", "q": [0.01, 0.02, 0.1]},
 "axis": "b", "compositions": "2,10,100,1000,10000", "delta": 1e-5, "relative_tolerance": 1e-6}
JSON
: >seconds
round=1
while [ "$round" -le "$rounds" ]; do
    for ranks in 1 2 4; do
        started=$(date +%s%N)
        if [ "$ranks" -eq 1 ]; then
            "$pld" sweep experiment.json -o "$ranks.h5" --force --threads 1 2>log
        else
            "$mpirun" -n "$ranks" "$pld" sweep experiment.json -o "$ranks.h5" --force 2>log
        fi
        echo "$ranks $(($(date +%s%N) - started))" >>seconds
    done
    round=$((round + 1))
done
awk -v processors="$(nproc)" '{ if (!($1 in best) || $2 < best[$1]) best[$1] = $2 }
    END {
        printf "one process: %.1f s, on a machine of %d processors\n", best[1] / 1e9, processors
        for (ranks = 2; ranks <= 4; ranks += 2) printf "%d ranks: %.1f s, %.2f times as fast\n", ranks, best[ranks] / 1e9, best[1] / best[ranks]
    }' seconds
