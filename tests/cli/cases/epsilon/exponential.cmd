$PLD epsilon --delta 1e-5 exponential:epsilon=1@10
