$PLD epsilon --delta 1e-5 gaussian:sigma=1@
