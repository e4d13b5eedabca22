$PLD tune --delta 1e-5 --runs geometric:mean=2,mean=3 gaussian:sigma=4
