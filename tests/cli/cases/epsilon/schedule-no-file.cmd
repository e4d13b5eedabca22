$PLD epsilon --delta 1e-5 --schedule nothing.csv
