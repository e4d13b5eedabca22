$PLD gdp --adjacency replace gaussian:sigma=2@4
