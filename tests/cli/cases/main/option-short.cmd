$PLD epsilon -d 1e-5 gaussian:sigma=1
