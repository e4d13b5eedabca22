$PLD epsilon --json --delta 1e-5 poisson-laplace:q=0.1,b=1@10 | $PLD verify -
