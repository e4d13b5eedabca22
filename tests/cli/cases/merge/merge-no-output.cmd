$PLD merge part-1.h5
