$PLD curve --delta 1e-5 --compositions 1,2 --adjacency replace poisson-gaussian:q=0.1,sigma=2,k=3
