"$PLD" calibrate --epsilon 13 --delta 1e-5 --json discrete-gaussian:sigma=solve | grep -E "\"(result|monotone|value|limit|reason)\"|Nothing"
