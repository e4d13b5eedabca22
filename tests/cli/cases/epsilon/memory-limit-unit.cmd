$PLD epsilon --delta 1e-5 --memory-limit 5Q gaussian:sigma=1
