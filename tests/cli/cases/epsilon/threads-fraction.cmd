$PLD epsilon --delta 1e-5 --threads 1.5 gaussian:sigma=1
