$PLD epsilon --delta 1e-5 laplace:b=-1
