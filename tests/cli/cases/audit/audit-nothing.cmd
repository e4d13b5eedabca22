$PLD audit --tp 12/500 --fp 10/500 --delta 1e-5
