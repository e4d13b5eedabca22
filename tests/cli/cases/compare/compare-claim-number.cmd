$PLD compare --json --delta 1e-5 --claim paper=much gaussian:sigma=1
