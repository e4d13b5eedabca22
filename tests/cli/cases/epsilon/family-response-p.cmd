$PLD epsilon --delta 1e-5 randomized-response:p=1.2
