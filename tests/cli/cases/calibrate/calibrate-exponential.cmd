$PLD calibrate --delta 1e-6 --epsilon 2 exponential:epsilon=solve@100
