$PLD epsilon --delta 1e-5 poisson:q=0.1,of=hypergeometric-gaussian,N=10,B=2,k=1,sigma=1
