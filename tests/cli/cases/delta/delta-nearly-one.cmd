$PLD epsilon --delta 0.99999999999999999999999 gaussian:sigma=1
