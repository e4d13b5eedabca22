$PLD calibrate --mu 1 laplace:b=solve
