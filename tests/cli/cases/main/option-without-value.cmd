$PLD epsilon gaussian:sigma=1 --delta
