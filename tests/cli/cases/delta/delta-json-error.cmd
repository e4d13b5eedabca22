$PLD epsilon --delta 2 --json gaussian:sigma=1
