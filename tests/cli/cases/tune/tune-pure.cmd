$PLD tune --delta 0 --runs geometric:mean=3 randomized-response:epsilon=1
