$PLD epsilon --delta 1e-5 array:file=nothing.csv
