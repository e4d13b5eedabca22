$PLD serve --bind not..a..name
