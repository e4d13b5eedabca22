$PLD audit --delta 1e-5
