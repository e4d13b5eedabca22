"$PLD" calibrate --epsilon 1 --delta 0 gaussian:sigma=1 laplace:b=solve
