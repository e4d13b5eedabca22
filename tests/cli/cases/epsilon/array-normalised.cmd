printf 'P,Q\n2,1\n1,3\n' >a.csv
$PLD epsilon --json --delta 0 --adjacency remove array:file=a.csv,normalise=1 | sh "$TOOLS/inside.sh" epsilon 0.980829253011726236 1e-12
$PLD epsilon --delta 0 array:file=a.csv,normalise=2
