$PLD epsilon --delta 1e-5 --memory-limit -5M gaussian:sigma=1
