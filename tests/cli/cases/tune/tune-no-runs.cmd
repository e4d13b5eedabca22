$PLD tune --delta 1e-5 gaussian:sigma=4
