# With --json the explanation goes to standard error.
$PLD epsilon --json --explain --delta 1e-5 poisson-gaussian:q=0.01,sigma=1@100 >answer 2>words &&
    sh "$TOOLS/inside.sh" epsilon 0.5 1 <answer | sed 's/.*/an object/' && grep -c -e '^method' -e '^memory' -e '^what widens' words
