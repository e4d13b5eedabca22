$PLD audit --tp 300/1000 --fp 20/1000 --delta 1e-4 approx-dp:epsilon=0.3,delta=1e-3 | head -n 7
