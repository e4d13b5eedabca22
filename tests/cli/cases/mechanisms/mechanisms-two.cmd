$PLD mechanisms gaussian extra
