"$PLD" --complete epsilon --delta 1e-5 poisson:of=laplace,q=0.1,
