$PLD audit --tp 1/10 --fp 1/10 --one-run 10,5,5 --delta 1e-5
