$PLD compare --delta 1e-5 --claims nowhere.csv gaussian:sigma=1
