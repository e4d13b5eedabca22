"$PLD" epsilon --delta 0.5 --tolerance 1e-3 --cross-check gaussian:sigma=100
