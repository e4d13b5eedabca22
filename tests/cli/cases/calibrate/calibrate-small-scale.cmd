"$PLD" calibrate --epsilon 3 --delta 1e-5 discrete-laplace:b=solve
