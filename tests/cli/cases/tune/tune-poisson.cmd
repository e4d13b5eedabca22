$PLD tune --delta 1e-5 --runs poisson:mean=10 gaussian:sigma=4
