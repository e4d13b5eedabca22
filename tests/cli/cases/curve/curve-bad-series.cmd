$PLD curve --delta 1e-5 --compositions 1 --series a/b gaussian:sigma=1 -o a.h5
