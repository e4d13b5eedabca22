"$PLD" tradeoff --fpr 0.1 --tolerance 1e-3 --engine quadrature laplace:b=3@10
