$PLD epsilon --delta 1e-5 --relative-tolerance 1e-4 --tolerance 1e-3 gaussian:sigma=1
