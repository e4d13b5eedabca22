$PLD delta gaussian:sigma=1
