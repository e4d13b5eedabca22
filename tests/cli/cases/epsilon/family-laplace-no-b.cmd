$PLD epsilon --delta 1e-5 laplace:sensitivity=1
