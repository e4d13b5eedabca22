printf 'P,Q\n0.5,0.25\n0.25,0.5\n0.25,0.2\n' >a.csv
$PLD epsilon --delta 1e-5 array:file=a.csv
