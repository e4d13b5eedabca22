$PLD curve --delta 1e-5 --compositions 1 gaussian:sigma=1 -o none/a.h5 >/dev/null
