$PLD epsilon --delta 1e-5x gaussian:sigma=1
