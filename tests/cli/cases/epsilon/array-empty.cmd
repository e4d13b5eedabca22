printf 'P,Q\n' >a.csv
$PLD epsilon --delta 1e-5 array:file=a.csv
