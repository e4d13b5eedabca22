$PLD tradeoff --adjacency replace --fpr 0.1 gaussian:sigma=2 | tail -n 2
$PLD tradeoff --adjacency replace --fpr 0.1 poisson-laplace:q=0.1,b=2 2>&1 >/dev/null | cut -c 1-45
