"$PLD" epsilon --delta 1e-5 --tolerance 1e-3 --engine frequencies --json poisson-gaussian:q=0.01,sigma=1@1000 | grep engine
