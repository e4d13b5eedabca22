"$PLD" epsilon --delta 1e-5 --tolerance 1e-3 --engine transforms --json randomized-response:epsilon=0.3@30 | grep engine
