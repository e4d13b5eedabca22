$PLD tune --help
