$PLD epsilon --delta 1e-5 poisson:q=some,of=laplace,b=1
