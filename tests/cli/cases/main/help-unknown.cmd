$PLD help epsilom
