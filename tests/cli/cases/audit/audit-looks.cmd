$PLD audit --tp 120/500 --fp 10/500 --delta 1e-5 --looks 20
