printf 'P,Q\n0.5,0.25\n0.5,0.75\n' >a.csv
$PLD epsilon --json --delta 1e-5 --tolerance 1e-6 array:file=a.csv@3 | $PLD verify - >text
code=$?
tail -n 1 text
exit $code
