$PLD --help
