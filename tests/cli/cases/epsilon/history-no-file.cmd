$PLD epsilon --delta 1e-5 --history nothing.json
