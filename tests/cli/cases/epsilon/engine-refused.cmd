"$PLD" epsilon --delta 1e-5 --tolerance 1e-3 --engine quadrature laplace:b=3@10
