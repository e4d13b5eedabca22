$PLD compare --delta 1e-5 --compositions 0 gaussian:sigma=1
