$PLD help epsilon delta
