$PLD serve --threads 0
