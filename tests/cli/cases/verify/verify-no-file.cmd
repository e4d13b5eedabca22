$PLD verify nowhere.json
