$PLD epsilon --delta 1e-5 --adjacency zero-out exponential:epsilon=1
