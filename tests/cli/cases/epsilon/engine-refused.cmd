"$PLD" epsilon --delta 1e-5 --tolerance 1e-3 --engine quadrature randomized-response:epsilon=1@10
