$PLD plot a.h5 -o a.svg --ylim 2..1
