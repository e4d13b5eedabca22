#!/bin/sh
# Entries of `pld statement --format registry` as tools of the registry read them: YAML 1.1, then the rules of its schema (check.py).
#
#   check.sh PLD_BINARY
set -eu

here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "registry: $*"
    exit 1
}

python=""
for candidate in ${PLD_PYTHON:-python3 /usr/bin/python3}; do
    if "$candidate" -c 'import yaml, jsonschema' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || fail "no Python with yaml and jsonschema (PLD_PYTHON may name one)"

cat >mine.json <<'END'
{"url_slug": "on: off", "deployment": {
  "basic": {"name": "no", "data_curators": ["Curator: one", "# two"], "description": "A \"model\" \\ of\n\ttwo lines, 50 % off: yes",
            "intended_use": "- research", "data_product_type": "Machine learning model", "data_product_region": "NO",
            "publication_date": "2026-11-18", "data_product_sector": "Healthcare"},
  "dp_variant": {"unprotected_quantities": "N and q"},
  "deployment_model": {"release_type": "One release", "actors": "all"},
  "administrative": {"registry_authors": ["Ann Other"], "notes": "1.0 \u0085\u2028\u2029\ufeff\u007f \ud83d\ude00 é"}}}
END

entry() {
    name=$1
    shift
    "$pld" statement --format registry "$@" >"$name.yaml" 2>"$name.err" || fail "$name: $(cat "$name.err")"
}
entry full --delta 1e-5 --registry mine.json --unit "one patient" --audience officer poisson-gaussian:q=0.01,sigma=1@1000
entry user --delta 1e-5 --registry mine.json --max-examples-per-user 3 --model federated --tuning none \
    dp-sgd:N=6000,batch=30,epochs=2,sigma=2
entry plain --delta 1/48000 --registry mine.json gaussian:sigma=2@3 laplace:b=9
entry pure --delta 0 --registry mine.json laplace:b=2
entry small --delta 1e-400 --registry mine.json laplace:b=0.001@3
entry tiny --delta 1/3e400 --registry mine.json laplace:b=0.001@3
entry empty --delta 1e-5 gaussian:sigma=2
for name in full user plain pure small tiny; do
    [ -s "$name.err" ] && fail "$name: $(cat "$name.err")"
done
[ "$(wc -l <empty.err)" -eq 9 ] || fail "empty: $(cat empty.err)"
env -u LD_PRELOAD -u ASAN_OPTIONS "$python" "$here/check.py" "$pld"
