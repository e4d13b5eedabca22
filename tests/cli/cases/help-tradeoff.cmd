$PLD tradeoff --help
