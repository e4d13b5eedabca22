$PLD epsilon --delta 1e-5 --threads 0 gaussian:sigma=1
