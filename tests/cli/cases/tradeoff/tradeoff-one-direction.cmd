$PLD tradeoff --adjacency add --fpr 0.01,0.5 randomized-response:epsilon=1
$PLD tradeoff --adjacency remove --fpr 0.01,0.5 randomized-response:epsilon=1 | tail -n 4 | head -n 3
