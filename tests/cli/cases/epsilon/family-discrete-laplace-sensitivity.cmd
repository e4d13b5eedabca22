$PLD epsilon --delta 1e-5 discrete-laplace:b=1,sensitivity=0
