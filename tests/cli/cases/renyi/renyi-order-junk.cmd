$PLD renyi --json --order 2,many gaussian:sigma=1
