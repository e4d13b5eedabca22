$PLD serve --port 70000
