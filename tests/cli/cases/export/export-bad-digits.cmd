$PLD export a.h5 --csv --digits 16
