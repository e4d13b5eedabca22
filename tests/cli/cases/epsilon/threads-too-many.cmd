$PLD epsilon --delta 1e-5 --threads 1e6 gaussian:sigma=1
