$PLD plot a.h5
