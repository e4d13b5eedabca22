$PLD epsilon --delta 1e-5 poisson:q=0.1,of=poisson-gaussian,sigma=1
