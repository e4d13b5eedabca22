#!/bin/sh
# Commands that use threads, watched by ThreadSanitizer, which ends a program with exit 66 where it saw a race.
#
#   sweep.sh PLD_BINARY
set -eu

pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.01,sigma=1@10", "vary": {"sigma": "2..4:+0.1"}, "axis": "sigma",
 "delta": 1e-5, "relative_tolerance": 0.1, "methods": ["rdp", "advanced"]}
JSON
"$pld" sweep experiment.json -o sweep.h5 --threads 4
"$pld" curve --delta 1e-5 --compositions 1..64:x2 --relative-tolerance 0.01 --threads 4 poisson-gaussian:q=0.1,sigma=2 -o curve.h5
"$pld" compare --delta 1e-5 --relative-tolerance 0.01 --threads 4 poisson-gaussian:q=0.1,sigma=2@10 >/dev/null
"$pld" calibrate --epsilon 2 --delta 1e-5 --threads 4 poisson-gaussian:q=0.1,sigma=solve@10 >/dev/null
echo "threads: no race seen"
