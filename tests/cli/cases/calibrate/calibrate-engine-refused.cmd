"$PLD" calibrate --epsilon 1 --delta 1e-5 --engine closed poisson-gaussian:q=0.01,sigma=solve@100
