$PLD compare gaussian:sigma=1
