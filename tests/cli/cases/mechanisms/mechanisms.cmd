$PLD mechanisms
