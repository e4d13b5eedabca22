$PLD epsilon --delta 1e-6 --adjacency replace exponential:epsilon=0.1@20
