$PLD epsilon --delta 1e-5 --explain --explain gaussian:sigma=1
