$PLD mechanisms poison-gaussian
