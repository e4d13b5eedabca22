# Names and titles that begin with a dash are no options of the script that draws; lengths are handed over in inches.
mkdir -p scripts/figures
echo 'printf "%s\n" "$@"' >scripts/figures/__main__.py
"$PLD" curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o ./-a.h5 >/dev/null || exit
PLD_SCRIPTS=scripts PLD_PYTHON=sh "$PLD" plot -o -b.svg --title --kind --width 234pt --height 5.08cm --ylim -1..2.5 --xlim 1,1e3 \
    --select k=1 --font 9 --style dark --no-other-direction -- -a.h5 -a.h5
