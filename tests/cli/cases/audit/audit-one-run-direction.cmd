$PLD audit --one-run 100,100,95 --adjacency add gaussian:sigma=1
$PLD audit --one-run 100,100,95 --delta 1e-5 --adjacency remove
