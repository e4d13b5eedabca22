$PLD compare --delta 1e-5
