$PLD verify a b
