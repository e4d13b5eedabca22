printf 'P,R\n0.5,0.25\n0.5,0.75\n' >a.csv
$PLD epsilon --delta 1e-5 array:file=a.csv
