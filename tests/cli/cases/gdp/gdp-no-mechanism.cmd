$PLD gdp --fpr-min 0.1
