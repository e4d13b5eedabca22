$PLD epsilon --delta 1e-5 gausian:sigma=1
