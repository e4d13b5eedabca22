$PLD epsilon --delta 1e-5 --memory-limit 1e30G gaussian:sigma=1
