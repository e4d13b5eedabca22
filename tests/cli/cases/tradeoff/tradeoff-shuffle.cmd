$PLD tradeoff --fpr 0.01 --adjacency zero-out --relative-tolerance 1e-2 shuffle:t=10,sigma=1@2
