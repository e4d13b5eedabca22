$PLD statement --delta 1e-5 --groups 2 --adjacency replace gaussian:sigma=2
