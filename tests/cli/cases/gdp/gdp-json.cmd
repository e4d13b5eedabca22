$PLD gdp --json --fpr-min 0.01 randomized-response:epsilon=1@20 | grep -v seconds
