$PLD statement --delta 1e-6 --adjacency zero-out --relative-tolerance 1e-3 fixed-size:N=10000,B=100,sigma=2@1000
