$PLD tune --delta 1e-5 --runs fixed:10 gaussian:sigma=4
