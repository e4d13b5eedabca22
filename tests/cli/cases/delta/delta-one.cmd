$PLD epsilon --delta 1 gaussian:sigma=1
