$PLD export a.h5 --json --digits 3
