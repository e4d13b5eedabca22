"$PLD" calibrate --epsilon 5 --delta 1e-5 poisson-gaussian:q=solve,sigma=1
