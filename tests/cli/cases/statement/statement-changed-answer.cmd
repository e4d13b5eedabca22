$PLD statement --delta 1e-5 --groups 2 --adjacency remove randomized-response:epsilon=1@3
$PLD statement --delta 1e-5 --adjacency replace approx-dp:epsilon=0.1,delta=1e-8@3
