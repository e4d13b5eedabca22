$PLD export a.h5
