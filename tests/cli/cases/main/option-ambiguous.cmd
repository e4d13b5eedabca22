$PLD epsilon --delta 1e-5 --bucket 10 gaussian:sigma=1
