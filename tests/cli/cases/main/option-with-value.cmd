$PLD epsilon --delta 1e-5 --json=yes gaussian:sigma=1
