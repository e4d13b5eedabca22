# What is selected is read as 'pld export' reads it; the script is given decimals.
mkdir -p scripts/figures
echo 'printf "%s\n" "$@"' >scripts/figures/__main__.py
"$PLD" curve --delta 1e-5 --compositions 1,2 gaussian:sigma=1 -o a.h5 >/dev/null || exit
for selection in compositions=6/3,series=a,compositions=1e0 compositions compositions=many; do
    PLD_SCRIPTS=scripts PLD_PYTHON=sh "$PLD" plot a.h5 -o a.svg --select "$selection"
    echo $?
done
