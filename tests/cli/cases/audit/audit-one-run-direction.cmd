$PLD audit --one-run 100,100,95 --adjacency add gaussian:sigma=1
