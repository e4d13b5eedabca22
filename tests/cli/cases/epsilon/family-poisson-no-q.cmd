$PLD epsilon --delta 1e-5 poisson:of=laplace,b=1
