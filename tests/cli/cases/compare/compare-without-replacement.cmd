$PLD compare --delta 1e-5 --adjacency replace --tolerance 1e-3 --methods without-replacement fixed-size:N=10000,B=100,sigma=4@1000
