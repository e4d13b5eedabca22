$PLD gdp --fpr-min 0.5 laplace:b=1
