$PLD gdp laplace:b=1
