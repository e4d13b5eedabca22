$PLD epsilon --delta 1e-5 gaussian-noisy-max:sigma=1
$PLD epsilon --delta 1e-5 sparse-vector:epsilon=1
