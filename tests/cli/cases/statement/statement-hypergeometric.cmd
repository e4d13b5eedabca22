$PLD statement --delta 1e-5 --adjacency remove hypergeometric-gaussian:N=1000,B=10,k=1,sigma=1@100
