"$PLD" curve --delta 1e-5 --compositions 10,20 --tolerance 1e-3 --engine transforms --json laplace:b=3 | grep engine
