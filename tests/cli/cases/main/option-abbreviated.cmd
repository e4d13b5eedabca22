$PLD epsilon --del 1e-5 gaussian:sigma=1
