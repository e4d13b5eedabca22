"$PLD" --complete mechanisms -- noisy
