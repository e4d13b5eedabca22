$PLD epsilon --delta 1e-5 --adjacency both gaussian:sigma=1
