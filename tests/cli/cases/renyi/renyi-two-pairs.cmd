$PLD renyi --order 2 --adjacency zero-out shuffle:t=10,sigma=1
