#!/bin/sh
# What figures draw, against truths and against the files they are drawn from.
#
#   check.sh PLD_BINARY
set -eu

here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
pld=$(CDPATH='' cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The first interpreter that can import what figures need.
python=""
for candidate in ${PLD_PYTHON:-python3 /usr/bin/python3}; do
    if "$candidate" -c 'import h5py, numpy, matplotlib' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || { echo "figures: no Python with h5py, numpy and matplotlib (PLD_PYTHON may name one)"; exit 1; }

"$pld" tradeoff gaussian:sigma=1 -o gaussian.h5 >gaussian.txt
"$pld" tradeoff --fpr 0.01,0.1,0.5 gaussian:sigma=0.5 -o few.h5 >few.txt
"$pld" curve --profile 0..6:+0.5 --compositions 1000 poisson-gaussian:q=0.01,sigma=0.8 -o profile.h5 >profile.txt
code=0
"$pld" curve --delta 1e-5 --compositions 500,1000 --buckets 256 poisson-gaussian:q=0.01,sigma=1 -o wide.h5 >wide.txt 2>wide.err || code=$?
[ "$code" -eq 3 ] || { echo "figures: exit $code of a curve that is too wide"; exit 1; }
# How scripts/run rounds the numbers it prints.
# shellcheck disable=SC2016 # fields of awk
{ grep -E '^ *function (below|above)\(' "$here/../../scripts/run"; echo '{ print $1, below($1), above($1) }'; } >rounding.awk
"$python" -c 'import random; random.seed(7); print("1.46221226 1.4622 1.2832 0 12345.6789 0.00005".replace(" ", "\n"))
for _ in range(3000): print(repr(random.choice((1, 10, 1000)) * random.random()))
for _ in range(1000): print(repr(random.randint(0, 30000) / 10000))' | awk -f rounding.awk >rounded.txt
"$pld" curve --delta 1e-5,1e-6 --compositions 1,4,64 --vary sigma=0.6..2:+0.1 poisson-gaussian:q=0.01,sigma=1 -o fifteen.h5 >fifteen.txt
"$pld" compare --delta 1e-5 --compositions 1..256:x4 poisson-gaussian:q=0.01,sigma=1 -o compared.h5 >compared.txt
"$pld" batches --delta 1e-4 --tolerance 1e-2 dp-sgd:N=1000,batch=100,epochs=2,sigma=2 -o batches.h5 >batches.txt
"$pld" batches --delta 1e-4 --tolerance 1e-2 dp-sgd:N=1000,batch=100,epochs=2,sigma=2 -o batches.svg >batches.txt
{ [ ! -e batches.svg.new.h5 ] && grep -q 'record alone' batches.svg; } || { echo "figures: pld batches -o batches.svg draws nothing"; exit 1; }
"$pld" curve --delta 1e-4 --compositions 1,2,4 --tolerance 1e-2 --adjacency replace fixed-size:N=100,B=10,sigma=2 -o gap.h5 >gap.txt
"$pld" tradeoff --fpr 0.01,0.1,0.5 --adjacency replace fixed-size:N=100,B=10,sigma=2 -o gap-tradeoff.h5 >gap-tradeoff.txt
"$python" "$here/check.py" "$here/../../scripts"

# Tables go through LaTeX where it is installed.
if command -v pdflatex >/dev/null 2>&1; then
    { printf '\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n'; "$pld" export compared.h5 --latex; "$pld" export fifteen.h5 --latex
        printf '\\end{document}\n'; } >table.tex
    pdflatex -interaction=nonstopmode -halt-on-error table.tex >latex.log || { cat latex.log; exit 1; }
else
    echo "figures: no pdflatex, tables were not compiled"
fi
