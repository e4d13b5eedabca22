$PLD delta --json --epsilon 1 --adjacency replace poisson-gaussian:q=0.1,sigma=2@10 | grep resolved
