$PLD epsilon --delta 1e-5 --adjacency zero-out randomized-response:epsilon=1,k=2
$PLD epsilon --delta 1e-5 --adjacency zero-out hypergeometric-gaussian:N=10,B=2,k=1,sigma=1
