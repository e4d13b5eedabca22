$PLD gdp --help
