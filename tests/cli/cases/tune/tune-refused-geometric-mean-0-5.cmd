$PLD tune --delta 1e-5 --runs geometric:mean=0.5 gaussian:sigma=4
