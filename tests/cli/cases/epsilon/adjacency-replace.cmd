$PLD epsilon --json --delta 1e-5 --adjacency replace gaussian:sigma=2 >answer.json
grep '"adjacency"' answer.json
sh "$TOOLS/inside.sh" epsilon 4.377178095681224609 5e-4 <answer.json
