$PLD tradeoff --json --fpr 0.1,often gaussian:sigma=1
