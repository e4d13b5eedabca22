$PLD epsilon --delta 1e-5 --relative-tolerance -1 gaussian:sigma=1
