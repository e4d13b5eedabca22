$PLD audit --tp 480/500 --fp 300/500 --delta 1e-5 --adjacency remove | head -n 4
$PLD audit --tp 480/500 --fp 300/500 --delta 1e-5 --adjacency add | head -n 4
$PLD audit --tp 480/500 --fp 300/500 --delta 1e-5 | head -n 4
