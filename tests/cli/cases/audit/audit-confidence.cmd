$PLD audit --tp 1/10 --fp 1/10 --delta 1e-5 --confidence 95
