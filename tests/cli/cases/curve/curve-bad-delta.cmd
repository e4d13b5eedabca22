$PLD curve --json --delta 1e-5,2 --compositions 1 gaussian:sigma=1
