$PLD epsilon --delta 1e-5 --adjacency replace gaussian:sigma=1
