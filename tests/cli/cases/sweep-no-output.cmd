$PLD sweep none.json
