$PLD delta --epsilon 1 --adjacency replace poisson:q=0.1,of=discrete-gaussian,sigma=2
