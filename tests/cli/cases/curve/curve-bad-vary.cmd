$PLD curve --delta 1e-5 --compositions 1 --vary sigma gaussian:sigma=1
