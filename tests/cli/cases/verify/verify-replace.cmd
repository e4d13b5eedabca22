$PLD epsilon --json --adjacency replace --delta 1e-5 poisson-gaussian:q=0.01,sigma=1@1000 | $PLD verify - | tail -n 1
