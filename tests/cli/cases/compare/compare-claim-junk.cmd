$PLD compare --delta 1e-5 --claim paper gaussian:sigma=1
