$PLD plot --help
