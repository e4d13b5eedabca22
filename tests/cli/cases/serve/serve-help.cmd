$PLD serve --help
