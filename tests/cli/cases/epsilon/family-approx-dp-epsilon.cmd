$PLD epsilon --delta 1e-5 approx-dp:epsilon=-0.1
