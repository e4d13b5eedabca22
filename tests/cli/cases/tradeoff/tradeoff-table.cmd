$PLD tradeoff --fpr 1e-9,0.01,0.1..0.5:+0.2 --prior 0.5,0.01 gaussian:sigma=1
