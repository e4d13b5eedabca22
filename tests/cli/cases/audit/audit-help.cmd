$PLD audit --help
