$PLD serve page
