$PLD epsilon --delta 1e-5 hypergeometric-gaussian:N=60000,B=256,k=1.5,sigma=1
