$PLD curve --compositions 1 gaussian:sigma=1
