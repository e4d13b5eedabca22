$PLD curve -o
