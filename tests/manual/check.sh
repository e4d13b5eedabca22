#!/bin/sh
# Manual pages and completions have all there is: every command, option, family, key, method, adjacency and other word that the program
# itself knows, every public function, and every name of a file that it writes; pages without a warning; shells that complete.
#
#   check.sh PLD PAGES SOURCES
set -eu

pld=${1:?usage: check.sh PLD PAGES SOURCES}
pages=${2:?usage: check.sh PLD PAGES SOURCES}
sources=${3:?usage: check.sh PLD PAGES SOURCES}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
checked=0

fail() {
    echo "manual: $*"
    failures=$((failures + 1))
}

# page NAME: its file.
page() {
    echo "$pages/man${1##*.}/$1"
}

# has PAGE WORD: the page names it, as a word of its own.
has() {
    checked=$((checked + 1))
    sed 's/\\f[BIR]/ /g; s/\\-/-/g' "$(page "$1")" | grep -Eq -- "(^|[^A-Za-z0-9_-])$2($|[^A-Za-z0-9_-])" || fail "$1 has no '$2'"
}

# offers CANDIDATE WORD...: the program offers it to whoever presses Tab there.
offers() {
    candidate=$1
    shift
    checked=$((checked + 1))
    "$pld" --complete "$@" | cut -f 1 | grep -Fxq -- "$candidate" || fail "'pld $*' is not completed by '$candidate'"
}

# allowed WORD...: what the program says would be right instead, word by word.
allowed() {
    ("$pld" "$@" 2>&1 || true) | sed -n 's/^  allowed: //p' | sed 's/ or /, /g' | tr -d ' ' | tr ',' '\n'
}

# --- commands and options ---
"$pld" help | sed -n 's/^  pld \([a-z][a-z-]*\) .*/\1/p' >"$work/commands"
[ "$(grep -c . "$work/commands")" -ge 16 ] || fail "the commands cannot be read from 'pld help'"
while read -r command; do
    [ -s "$(page "pld-$command.1")" ] || {
        fail "there is no page of '$command'"
        continue
    }
    has pld.1 "$command"
    offers "$command" ""
    "$pld" --complete "$command" - | cut -f 1 >"$work/offered"
    "$pld" help "$command" | sed -n 's/^  \(--[a-z][a-z-]*\).*/\1/p' >"$work/options"
    grep -q . "$work/options" || fail "'pld help $command' shows no option"
    while read -r option; do
        has "pld-$command.1" "$option"
        grep -Fxq -- "$option" "$work/offered" || fail "'pld $command -' is not completed by '$option'"
    done <"$work/options"
done <"$work/commands"
"$pld" --manual | while read -r name; do
    [ -s "$(page "$name")" ] || echo "$name"
done >"$work/missing"
[ ! -s "$work/missing" ] || fail "pages were not written: $(tr '\n' ' ' <"$work/missing")"

# --- families and their keys ---
"$pld" mechanisms | awk '/^[a-z][a-z-]*: / { sub(/:.*/, ""); family = $0; print family, "" }
    family != "" && /^  [A-Za-z_]/ { sub(/=.*/, "", $1); print family, $1 }' >"$work/keys"
[ "$(grep -c . "$work/keys")" -ge 60 ] || fail "the keys cannot be read from 'pld mechanisms'"
while read -r family key; do
    for name in pld.1 pld-mechanisms.1 pld-experiment.5; do
        has "$name" "${key:-$family}"
    done
    if [ -z "$key" ]; then
        offers "$family:" epsilon ""
        offers "$family" mechanisms "$family"
    else
        offers "$family:$key=" epsilon "$family:$key"
    fi
done <"$work/keys"

# --- words of options ---
words() {
    name=$1
    shift
    grep -q . "$work/words" || fail "the program does not say which words '$*' takes"
    while read -r word; do
        has "$name" "$word"
        offers "$word" "$@" ""
        offers "$word" "$@" "$word"
    done <"$work/words"
}
allowed epsilon --adjacency nonsense >"$work/words"
words pld-epsilon.1 epsilon --adjacency
words pld-experiment.5 epsilon --adjacency
allowed epsilon --engine nonsense >"$work/words"
words pld-epsilon.1 epsilon --engine
touch "$work/empty.h5"
allowed plot "$work/empty.h5" -o figure.svg --kind nonsense >"$work/words"
words pld-plot.1 plot --kind
allowed statement --delta 1e-5 --format nonsense gaussian:sigma=1 >"$work/words"
words pld-statement.1 statement --format
allowed statement --delta 1e-5 --model nonsense gaussian:sigma=1 >"$work/words"
words pld-statement.1 statement --model
allowed statement --delta 1e-5 --audience nonsense gaussian:sigma=1 >"$work/words"
words pld-statement.1 statement --audience
allowed audit --threshold nonsense >"$work/words"
words pld-audit.1 audit --threshold
allowed audit --test nonsense >"$work/words"
words pld-audit.1 audit --test
"$pld" compare --help | sed -n '/^methods:/,$s/^  \([a-z][a-z-]*\) .*/\1/p' >"$work/words"
words pld-compare.1 compare --methods
words pld-experiment.5 compare --methods
offers "rdp,zcdp" compare --methods "rdp,zc"
offers "--methods=rdp,zcdp" compare "--methods=rdp,zc"
offers "poisson:of=laplace,q=" epsilon "poisson:of=laplace,"
offers "poisson:of=laplace,b=" epsilon "poisson:of=laplace,"
offers "dp-sgd:N=10,sampling=shuffle-once" epsilon "dp-sgd:N=10,sampling=shu"
allowed epsilon --delta 1e-5 dp-sgd:N=10,batch=1,epochs=1,sigma=1,sampling=nonsense >"$work/words"
grep -q . "$work/words" || fail "the program does not say which words sampling takes"
while read -r word; do
    offers "dp-sgd:sampling=$word" epsilon "dp-sgd:sampling="
done <"$work/words"
offers ":files" epsilon --schedule ""
offers ":files" info ""
if "$pld" --complete epsilon --delta 1e-5 - | cut -f 1 | grep -qx -- --delta; then
    fail "an option that is given is offered again"
fi

# --- experiments and files ---
printf '{"nonsense": 1}' >"$work/experiment.json"
allowed sweep "$work/experiment.json" -o "$work/experiment.h5" >"$work/words"
[ "$(grep -c . "$work/words")" -ge 16 ] || fail "the keys of experiments cannot be read"
while read -r word; do
    has pld-experiment.5 "$word"
done <"$work/words"
if command -v h5dump >/dev/null 2>&1; then
    (
        cd "$work"
        "$pld" curve --delta 1e-5 --compositions 1,4 --vary sigma=1,2 gaussian:sigma=1 -o curve.h5
        "$pld" curve --profile 0,1 gaussian:sigma=1 -o profile.h5
        "$pld" tradeoff --fpr 0.1,0.2 --prior 0.5 gaussian:sigma=1 -o tradeoff.h5
        "$pld" compare --delta 1e-5 --claim x=3 --compositions 1,2 gaussian:sigma=2 -o compare.h5
    ) >"$work/log" 2>&1 || {
        cat "$work/log"
        fail "a file was not written"
    }
    for file in "$work"/[cpt]*.h5 "$sources"/results/*.h5; do
        h5dump -A "$file" | sed -n 's/^ *\(ATTRIBUTE\|DATASET\) "\([^"]*\)".*/\2/p'
    done | sed 's/^method_.*/method_/; s/^order_.*/order_/; /^ledger\|^accuracy/!s/_\(lower\|estimate\|upper\)$//; /^\(sigma\|k\)$/d' | sort -u >"$work/words"
    [ "$(grep -c . "$work/words")" -ge 50 ] || fail "the names in files cannot be read"
    while read -r word; do
        has pld-hdf5.5 "$word"
    done <"$work/words"
fi

# --- the library ---
cat "$sources"/include/pld/*.h | sed -n '/^PLD_API/s/^[^(]*[ *]\(pld_[a-z0-9_]*\)(.*/\1/p' >"$work/words"
[ "$(grep -c . "$work/words")" -ge 100 ] || fail "the functions cannot be read from the headers"
while read -r word; do
    has libpld.3 "$word"
done <"$work/words"

# --- warnings ---
for file in "$pages"/man?/*; do
    if command -v mandoc >/dev/null 2>&1; then
        mandoc -T lint -W warning "$file" >"$work/lint" || true
        [ ! -s "$work/lint" ] || fail "mandoc: $(head -n 3 "$work/lint")"
    fi
    if command -v man >/dev/null 2>&1 && command -v groff >/dev/null 2>&1; then
        LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$file" 2>"$work/lint" >/dev/null || true
        # Fields that are longer than a line are no fault of a page.
        grep -v "can't break line" "$work/lint" >"$work/warnings" || true
        [ ! -s "$work/warnings" ] || fail "man: $(head -n 3 "$work/warnings")"
    fi
done

# --- shells ---
mkdir "$work/bin"
ln -s "$pld" "$work/bin/pld"
PATH=$work/bin:$PATH
completions=$sources/src/manual/completions
mkdir "$work/files"
touch "$work/files/curve.h5" "$work/files/schedule.csv"
if command -v bash >/dev/null 2>&1; then
    # tab LINE EXPECTED...: what bash puts in place of the word that it takes for the last one.
    cat >"$work/tab.bash" <<'BASH'
source "$1"
tab() {
    COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
    shift
    _pld
    [[ "${COMPREPLY[*]}" == "$*" ]] || echo "bash: '$COMP_LINE' is completed by '${COMPREPLY[*]}' instead of '$*'"
}
tab 'pld eps' epsilon
tab 'pld epsilon --del' --delta
tab 'pld epsilon --adjacency zer' zero-out
tab 'pld epsilon --adjacency=zer' zero-out
tab 'pld epsilon --delta 1e-5 discrete-l' discrete-laplace:
tab 'pld epsilon --delta 1e-5 gaussian:sig' sigma=
tab 'pld epsilon --delta 1e-5 poisson-gaussian:q=0.01,sig' 0.01,sigma=
tab 'pld epsilon --delta 1e-5 poisson:of=noi' noisy-vote,
tab 'pld compare --methods rdp,mome' rdp,moments
cd "$2"
tab 'pld info cur' curve.h5
tab 'pld epsilon --schedule sch' schedule.csv
tab 'pld epsilon array:file=sch' schedule.csv
tab 'pld nonsense x'
BASH
    bash --norc "$work/tab.bash" "$completions/pld" "$work/files" >"$work/lint" 2>&1 || true
    [ ! -s "$work/lint" ] || fail "$(cat "$work/lint")"
fi
if command -v zsh >/dev/null 2>&1; then
    # What an interactive zsh makes of a line when Tab is pressed; '_' is a blank at its end.
    cat >"$work/lines" <<'LINES'
pld eps	pld epsilon_
pld epsilon --adjacency zer	pld epsilon --adjacency zero-out_
pld epsilon --adjacency=zer	pld epsilon --adjacency=zero-out_
pld epsilon discrete-l	pld epsilon discrete-laplace:
pld epsilon poisson-gaussian:q=0.01,sig	pld epsilon poisson-gaussian:q=0.01,sigma=
pld compare --methods rdp,mome	pld compare --methods rdp,moments_
pld info cur	pld info curve.h5_
pld epsilon array:file=sch	pld epsilon array:file=schedule.csv_
pld nonsense x	pld nonsense x
LINES
    cut -f 2 "$work/lines" | sed 's/_$/ /' >"$work/expected"
    (cd "$work/files" && cut -f 1 "$work/lines" | timeout 120 zsh -f "$sources/tests/manual/tab.zsh" "$completions") >"$work/found" 2>&1 || true
    diff "$work/expected" "$work/found" || fail "zsh completes otherwise"
fi
if command -v fish >/dev/null 2>&1; then
    for pair in 'pld eps=epsilon' 'pld epsilon --adjacency zer=zero-out' 'pld epsilon gaussian:sig=gaussian:sigma='; do
        line=${pair%%=*}
        found=$(HOME=$work fish --no-config -c "source $completions/pld.fish; complete -C '$line'" 2>&1 | cut -f 1)
        [ "$found" = "${pair#*=}" ] || fail "fish: '$line' is completed by '$found' instead of '${pair#*=}'"
    done
fi

echo "manual: $checked words looked for, $failures failures"
[ "$failures" -eq 0 ]
