$PLD mechanisms >/dev/full
