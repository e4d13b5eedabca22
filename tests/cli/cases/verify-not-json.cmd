echo "{" | $PLD verify -
