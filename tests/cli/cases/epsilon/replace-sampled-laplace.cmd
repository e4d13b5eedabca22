$PLD epsilon --delta 1e-5 --adjacency replace poisson-laplace:q=0.1,b=2
