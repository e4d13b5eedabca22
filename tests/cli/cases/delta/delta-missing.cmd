$PLD epsilon gaussian:sigma=1
