$PLD audit --one-run 1000,600,600 --delta 1e-5
