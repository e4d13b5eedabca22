$PLD epsilon --delta 1e-5 --memory-limit 0 gaussian:sigma=1
