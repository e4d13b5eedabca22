$PLD info none.h5
