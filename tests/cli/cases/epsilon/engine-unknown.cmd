"$PLD" epsilon --delta 1e-5 --engine quadrture gaussian:sigma=2
