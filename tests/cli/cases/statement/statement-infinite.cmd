$PLD statement --delta 0 gaussian:sigma=2
