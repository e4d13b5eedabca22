$PLD curve --delta 1e-5 --compositions 1 --append gaussian:sigma=1
