$PLD mechanisms dp-sgd
