$PLD audit --one-run 10,5,6 --delta 1e-5
