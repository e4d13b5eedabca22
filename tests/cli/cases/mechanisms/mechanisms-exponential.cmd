$PLD mechanisms exponential
