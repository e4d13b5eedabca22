$PLD epsilon --delta 1e-5 discrete-gaussian:sigma=0.1,sensitivity=100
