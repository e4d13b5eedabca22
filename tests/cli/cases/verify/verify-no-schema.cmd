echo "{}" | $PLD verify -
