#!/bin/sh
# Stored files as others read them: h5dump, h5py, and xarray through netCDF-4; and the figures that are drawn from them.
#
#   check.sh PLD_BINARY
set -eu

here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "readers: $*"
    exit 1
}

# The first interpreter that can import what is needed; a foreign one must not see a sanitizer's settings.
python=""
for candidate in ${PLD_PYTHON:-python3 /usr/bin/python3}; do
    if "$candidate" -c 'import h5py, xarray, netCDF4, matplotlib' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || fail "no Python with h5py, xarray, netCDF4 and matplotlib (PLD_PYTHON may name one)"

"$pld" curve --delta 1e-5,1e-6 --compositions 1..8:x2 --vary k=1,2 --relative-tolerance 1e-5 poisson-gaussian:q=0.01,sigma=1 -o curve.h5 --json >curve.json
"$pld" curve --delta 1e-5 --compositions 1..8:x2 poisson-gaussian:q=0.01,sigma=1 -o line.h5 >line.txt
"$pld" curve --profile 0..2:+0.5 --compositions 8 poisson-gaussian:q=0.01,sigma=1 -o profile.h5 >profile.txt
cat >density.json <<'JSON'
{"schema": "pld.experiment/1", "quantity": "density", "mechanisms": "poisson-gaussian:q=0.1,sigma=0.5", "x": "-2..3:+0.1"}
JSON
"$pld" sweep density.json -o density.h5 2>density.err
"$pld" compare --delta 1e-5 --compositions 1..64:x2 --claim theirs=3 poisson-gaussian:q=0.05,sigma=1 -o compare.h5 >compare.txt 2>compare.err
"$pld" compare --delta 1e-5 --compositions 1..64:x2 --claim theirs=3 poisson-gaussian:q=0.05,sigma=1 --json >compare.json
"$pld" tradeoff --fpr 0.001,0.01,0.1..0.9:+0.1 --prior 0.5,0.1 poisson-gaussian:q=0.2,sigma=0.7@20 -o tradeoff.h5 --json >tradeoff.json

# h5dump sees dimension scales, compression and checksums.
h5dump -p -d /k=1/epsilon_upper curve.h5 >dump.txt || fail "h5dump cannot read it"
for word in DIMENSION_LIST 'COMPRESSION DEFLATE' FLETCHER32 CHUNKED long_name; do
    grep -q "$word" dump.txt || fail "h5dump shows no $word"
done
h5dump -a /k=1/compositions/CLASS curve.h5 | grep -q DIMENSION_SCALE || fail "compositions is no dimension scale"

# A file of format 1, as the program of that time wrote and printed it: read as it was, and with all that was in it after something is added.
cp "$here/../store/stored/format-1.h5" old.h5
"$pld" info old.h5 | grep -q 'format version 1' || fail "info does not say that a file is of format 1"
"$pld" export old.h5 --csv | cmp - "$here/../store/stored/format-1.csv" || fail "a file of format 1 is read as something else"
"$pld" plot old.h5 --select series=k=1,series=k=2 -o old.svg || fail "a file of format 1 is not drawn"
"$pld" curve --delta 1e-5 --compositions 1,2 --series more gaussian:sigma=1 -o old.h5 --append >more.txt
"$pld" info old.h5 | grep -q 'format version 2' || fail "a file that was added to is not of format 2"
"$pld" export old.h5 --csv | grep -v ^more, | cmp - "$here/../store/stored/format-1.csv" || fail "adding to a file of format 1 changes what is in it"

"$python" "$here/check.py" || fail "Python reads something else"

# Figures of every kind and format; the same file gives the same figure.
export PLD_PYTHON="$python"
for figure in curve.svg curve.pdf curve.png line.svg profile.svg density.svg compare.svg tradeoff.svg; do
    "$pld" plot "${figure%.*}.h5" -o "$figure" || fail "$figure is not drawn"
    [ -s "$figure" ] || fail "$figure is empty"
done
"$pld" plot line.h5 -o again.svg
cmp -s line.svg again.svg || fail "the same file gives another figure"
for name in 'claim theirs' 'gaussian-clt'; do
    grep -q "$name" compare.svg || fail "a comparison does not name what is compared: $name"
done
for name in 'type II error' 'direction remove' 'direction add' 'symmetric' 'guessing'; do
    grep -q "$name" tradeoff.svg || fail "a trade-off does not show $name"
done
if "$pld" plot line.h5 -o curve2.svg --kind tradeoff 2>tradeoff.err; then fail "a trade-off is drawn from a curve"; fi
grep -q "no trade-off curve" tradeoff.err || fail "a trade-off without one: $(cat tradeoff.err)"
"$pld" plot compare.h5 -o compared.svg --kind ratio || fail "the ratios of a comparison are not drawn"
"$pld" plot method.h5 -o ratio.svg --kind ratio || fail "a ratio to a baseline is not drawn"
if "$pld" plot line.h5 -o ratio2.svg --kind ratio 2>ratio.err; then fail "a ratio without baselines is drawn"; fi
grep -q baselines ratio.err || fail "a ratio without baselines: $(cat ratio.err)"
# Claims that somebody keeps in HDF5, as h5py writes them.
claim() { "$pld" compare --methods none --claims "$1" poisson-gaussian:q=0.2,sigma=3 >claims.txt 2>claims.err; }
claim claims.h5 && fail "a wrong claim of an HDF5 file is not found"
for name in 'epsilon\[1\]' theirs; do
    grep -q "claim '$name' is unsound" claims.err || fail "claims: $(cat claims.err)"
done
[ "$(grep -c unsound claims.err)" -eq 2 ] || fail "claims: $(cat claims.err)"
for kind in sigma short fraction negative none; do
    claim "claims-$kind.h5" && fail "claims with $kind are taken"
    head -1 claims.err
done >claims.refused
cat >claims.expected <<'END'
pld compare: 'claims-sigma.h5': there is no use for the dataset 'sigma'
pld compare: 'claims-short.h5': the dataset 'compositions' has 2 numbers and another one 3
pld compare: 'claims-fraction.h5': 1.5 is not a number of compositions
pld compare: 'claims-negative.h5': an epsilon of -1 is negative
pld compare: 'claims-none.h5' has no dataset 'epsilon'
END
diff claims.expected claims.refused || fail "HDF5 files with wrong claims"
echo "readers: h5dump, h5py, xarray and matplotlib agree"
