$PLD curve --delta 1e-5 --compositions 1 --vary sigma=1,2 gausian:sigma=1
