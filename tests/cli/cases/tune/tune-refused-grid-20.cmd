$PLD tune --delta 1e-5 --runs grid:20 gaussian:sigma=4
