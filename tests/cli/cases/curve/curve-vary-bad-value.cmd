$PLD curve --delta 1e-5 --compositions 1 --vary sigma=-1,1 gaussian:sigma=1
