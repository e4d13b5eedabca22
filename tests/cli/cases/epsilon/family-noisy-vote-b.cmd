$PLD epsilon --delta 1e-5 noisy-vote:b=-1
