$PLD audit --tp 1/10 --fp 1/10
