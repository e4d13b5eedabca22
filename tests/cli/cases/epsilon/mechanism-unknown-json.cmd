$PLD epsilon --delta 1e-5 --json gausian:sigma=1
