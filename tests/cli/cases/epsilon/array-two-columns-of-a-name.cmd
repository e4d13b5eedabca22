printf 'P,Q,P\n0.5,0.25,0.5\n0.5,0.75,0.5\n' >a.csv
$PLD epsilon --delta 1e-5 array:file=a.csv
