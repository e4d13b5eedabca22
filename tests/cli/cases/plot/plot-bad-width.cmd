$PLD plot a.h5 -o a.svg --width 3.25
