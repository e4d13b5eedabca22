$PLD epsilon --delta 1e-5 discrete-gaussian:sigma=0.01
