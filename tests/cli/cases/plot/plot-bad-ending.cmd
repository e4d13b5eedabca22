$PLD plot a.h5 -o a.gif
