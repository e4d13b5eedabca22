"$PLD" calibrate --epsilon 1 --delta 0 gaussian:sigma=solve
