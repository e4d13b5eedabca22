$PLD epsilon --delta 1e-6 poisson:q=0.1,of=permute-and-flip,epsilon=0.5@10
