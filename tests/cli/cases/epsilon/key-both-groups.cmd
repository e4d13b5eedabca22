$PLD epsilon --delta 1e-5 poisson-gaussian:q=0.1,sigma=1,k=2,added=1
