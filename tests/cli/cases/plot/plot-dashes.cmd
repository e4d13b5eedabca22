# Names and titles that begin with a dash are no options of the script that draws.
mkdir scripts
echo 'printf "%s\n" "$@"' >scripts/plot.py
"$PLD" curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o ./-a.h5 >/dev/null || exit
PLD_SCRIPTS=scripts PLD_PYTHON=sh "$PLD" plot -o -b.svg --title --kind -- -a.h5
