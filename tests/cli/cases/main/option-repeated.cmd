$PLD epsilon --delta 1e-5 --delta=1e-6 gaussian:sigma=1
