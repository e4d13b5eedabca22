$PLD renyi gaussian:sigma=1
