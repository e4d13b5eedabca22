"$PLD" calibrate --epsilon 2 --delta 0 laplace:b=solve@100
