$PLD gdp --json poisson-gaussian:q=0.1,sigma=1
