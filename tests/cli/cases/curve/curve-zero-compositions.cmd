$PLD curve --delta 1e-5 --compositions 0,1 gaussian:sigma=1
