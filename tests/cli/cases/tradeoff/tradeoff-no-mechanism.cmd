$PLD tradeoff --fpr 0.1
