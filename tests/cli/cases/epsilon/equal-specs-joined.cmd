$PLD epsilon --json --delta 0 randomized-response:epsilon=1@2 approx-dp:epsilon=0.5 randomized-response:k=2,epsilon=1 randomized-response:p=0.75 >answer.json
grep '"given"\|"count"' answer.json
# Truth: 3 + 0.5 + log 3.
sh "$TOOLS/inside.sh" epsilon 4.59861228866810969 1e-12 <answer.json
