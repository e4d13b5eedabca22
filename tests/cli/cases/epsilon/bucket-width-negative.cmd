$PLD epsilon --delta 1e-5 --bucket-width -1 gaussian:sigma=1
