$PLD epsilon --delta 1e-5 poisson:q=0.1,of=poisson,b=1
