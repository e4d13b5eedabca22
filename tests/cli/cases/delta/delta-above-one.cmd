$PLD epsilon --delta 1e400 gaussian:sigma=1
