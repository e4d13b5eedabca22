$PLD statement --json --delta 1e-5 --format html gaussian:sigma=2
