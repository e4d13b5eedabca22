$PLD epsilon --delta 1e-5 --tol=1e-3 gaussian:sigma=1
