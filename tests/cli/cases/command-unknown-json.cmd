$PLD epsilom --json
