$PLD plot a.h5 -o a.svg --kind pie
