$PLD serve --time-limit 0
