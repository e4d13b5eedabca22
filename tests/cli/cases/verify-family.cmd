$PLD epsilon --json --delta 1e-5 noisy-vote:b=10@10 | $PLD verify -
