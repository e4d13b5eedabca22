$PLD tune --delta 1e-5 --runs negative-binomial:eta=1 gaussian:sigma=4
