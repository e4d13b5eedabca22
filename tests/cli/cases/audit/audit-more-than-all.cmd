$PLD audit --tp 11/10 --fp 1/10 --delta 1e-5
