$PLD audit --json --one-run 10,50,6 --delta 1e-5
