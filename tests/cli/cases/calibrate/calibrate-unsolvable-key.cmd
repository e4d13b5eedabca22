"$PLD" calibrate --epsilon 1 --delta 1e-5 --json randomized-response:epsilon=1,k=solve
