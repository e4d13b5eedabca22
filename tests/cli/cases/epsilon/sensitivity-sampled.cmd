$PLD epsilon --delta 1e-6 poisson:q=0.1,of=randomized-response,epsilon=1,sensitivity=3
