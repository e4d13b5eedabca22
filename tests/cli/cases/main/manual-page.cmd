"$PLD" --manual pld-info.1 | sed 1,2d
