$PLD gdp --json --fpr-min 0.01 randomized-response:epsilon=1@20 | grep -v seconds | sed 's,\([0-9][.][0-9]\{6\}\)[0-9]*,\1,'
