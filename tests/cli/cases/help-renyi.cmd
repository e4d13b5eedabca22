$PLD renyi --help
