$PLD epsilon --delta 1e-5 poisson-laplace:q=1.5,b=1
