$PLD audit --tp 300/1000 --fp 20/1000 --test rectangle --adjacency remove gaussian:sigma=1
