printf '# made by hand\nP,Q\n0.5,0.25\n0.25,0.5\n\n0.25,0.25\n' >a.csv
printf 'x,Q,"P"\n1,0.25,0.5\n2,0.5,0.25\n3,0.25,0.25\n' >b.csv
printf '0.5,0.25\r\n0.25,0.5\r\n0.25,0.25\r\n' >c.csv
for file in a b c; do
    $PLD epsilon --json --delta 0 array:file=$file.csv@3 | sh "$TOOLS/inside.sh" epsilon 2.07944154167983593 1e-12
done
$PLD epsilon --json --delta 0 array:file=a.csv,P=Q,Q=P | sh "$TOOLS/inside.sh" epsilon 0.693147180559945309 1e-12
