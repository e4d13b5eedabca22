$PLD info
