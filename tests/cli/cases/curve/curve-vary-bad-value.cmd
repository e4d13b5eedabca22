$PLD curve --delta 1e-5 --compositions 1 --vary sigma=0,1 gaussian:sigma=1
