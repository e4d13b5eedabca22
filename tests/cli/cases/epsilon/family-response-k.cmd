$PLD epsilon --delta 1e-5 randomized-response:epsilon=1,k=0
