$PLD help epsilon
