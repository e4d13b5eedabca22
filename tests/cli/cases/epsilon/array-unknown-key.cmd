$PLD epsilon --delta 1e-5 array:fil=a.csv
