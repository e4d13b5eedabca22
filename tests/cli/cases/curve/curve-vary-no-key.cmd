$PLD curve --delta 1e-5 --compositions 1 --vary k=1,2 gaussian:sigma=1
