$PLD epsilon --delta 1e-5 --tolerance 0 gaussian:sigma=1
