$PLD epsilon --delta 0 randomized-response:epsilon=1@2 approx-dp:epsilon=0.5 randomized-response:k=2,epsilon=1 randomized-response:p=0.75
