$PLD statement gaussian:sigma=2
