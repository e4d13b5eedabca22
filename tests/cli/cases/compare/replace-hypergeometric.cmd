$PLD compare --delta 1e-5 --adjacency replace hypergeometric-gaussian:N=100,B=10,k=1,sigma=2
