$PLD tune --delta 1e-5 --runs at-most:50 gaussian:sigma=4
