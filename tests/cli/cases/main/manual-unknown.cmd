"$PLD" --manual pld-nonsense.1
