$PLD audit --scores nowhere.csv --threshold any --delta 0
