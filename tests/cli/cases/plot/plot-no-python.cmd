$PLD curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o a.h5 >/dev/null
PLD_PYTHON=no-such-python $PLD plot a.h5 -o a.svg
