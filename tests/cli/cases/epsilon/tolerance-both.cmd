$PLD epsilon --delta 1e-5 --tolerance 1e-3 --relative-tolerance 1e-4 gaussian:sigma=1
