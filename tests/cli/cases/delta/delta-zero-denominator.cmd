$PLD epsilon --delta 1/0 gaussian:sigma=1
