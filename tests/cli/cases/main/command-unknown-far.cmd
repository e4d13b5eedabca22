$PLD frobnicate
