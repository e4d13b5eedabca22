"$PLD" tradeoff --fpr 0.1 --tolerance 1e-3 --engine quadrature randomized-response:epsilon=1@10
