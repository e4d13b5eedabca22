$PLD tune --delta 1e-5 --runs geometric:mean=10 gaussian:sigma=4
