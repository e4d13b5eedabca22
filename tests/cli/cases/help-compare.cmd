$PLD compare --help
