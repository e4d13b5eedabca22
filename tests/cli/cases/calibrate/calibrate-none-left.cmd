"$PLD" calibrate --epsilon 2 --delta 1e-5 gaussian:sigma=1@solve
