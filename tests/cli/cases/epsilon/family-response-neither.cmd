$PLD epsilon --delta 1e-5 randomized-response:k=3
