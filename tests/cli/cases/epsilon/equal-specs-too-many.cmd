$PLD epsilon --delta 1e-5 gaussian:sigma=1@9e18 gaussian:sigma=1@9e18 gaussian:sigma=1@9e18
