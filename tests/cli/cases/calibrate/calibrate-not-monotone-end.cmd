"$PLD" calibrate --epsilon 1e4 --delta 1e-5 discrete-gaussian:sigma=solve
