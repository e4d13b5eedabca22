$PLD renyi --order 2,0 gaussian:sigma=1
