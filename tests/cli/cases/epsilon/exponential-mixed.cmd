$PLD epsilon --delta 1e-6 exponential:epsilon=0.5@4 gaussian:sigma=4@10
