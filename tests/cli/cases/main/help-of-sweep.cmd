$PLD sweep --help
