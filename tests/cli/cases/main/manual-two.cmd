"$PLD" --manual pld.1 pld-epsilon.1
