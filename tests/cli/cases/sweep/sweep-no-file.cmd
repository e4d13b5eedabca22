$PLD sweep none.json -o a.h5
