"$PLD" calibrate --epsilon 13 --delta 1e-5 discrete-gaussian:sigma=solve
