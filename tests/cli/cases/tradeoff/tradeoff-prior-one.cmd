$PLD tradeoff --prior 1 gaussian:sigma=1
