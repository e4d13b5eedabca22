$PLD plot -o a.svg
