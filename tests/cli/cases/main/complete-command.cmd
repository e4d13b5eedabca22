"$PLD" --complete ver
