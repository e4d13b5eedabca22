"$PLD" calibrate --epsilon 1 --delta 1e-5 gaussian:sigma=solve
