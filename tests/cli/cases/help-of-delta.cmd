$PLD delta --help
