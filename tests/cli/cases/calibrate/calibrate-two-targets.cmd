"$PLD" calibrate --advantage 0.1 --delta 1e-5 gaussian:sigma=solve
