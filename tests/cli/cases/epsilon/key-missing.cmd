$PLD epsilon --delta 1e-5 poisson-gaussian:q=0.1
