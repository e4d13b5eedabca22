$PLD epsilon --delta 1e-5 discrete-gaussian:sigma=1,sensitivity=0.5
