$PLD epsilon --delta 1e-5 approx-dp:epsilon=1,delta=2
