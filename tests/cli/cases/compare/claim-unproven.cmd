$PLD compare --methods loss-clt --claim low=0.1 --claim between=0.74 --claim high=0.8 --delta 1e-5 --tolerance 1e-3 --adjacency replace fixed-size:N=1000,B=10,sigma=2@100
