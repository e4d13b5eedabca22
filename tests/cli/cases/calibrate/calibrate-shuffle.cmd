$PLD calibrate --epsilon 3 --delta 1e-5 --adjacency zero-out --relative-tolerance 1e-3 shuffle:t=10,sigma=solve@2
