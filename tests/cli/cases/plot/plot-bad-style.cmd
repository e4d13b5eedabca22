$PLD plot a.h5 -o a.svg --style paper
