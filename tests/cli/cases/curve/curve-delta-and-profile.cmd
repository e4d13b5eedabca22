$PLD curve --delta 1e-5 --profile 1 --compositions 1 gaussian:sigma=1
