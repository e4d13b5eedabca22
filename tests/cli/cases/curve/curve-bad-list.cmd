$PLD curve --delta 1e-5 --compositions 1..5 gaussian:sigma=1
