$PLD curve --help
