$PLD export a.h5 --csv --json
