$PLD --json epsilon
