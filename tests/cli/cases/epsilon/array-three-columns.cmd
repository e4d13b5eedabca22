printf '0.5,0.25,1\n0.5,0.75,2\n' >a.csv
$PLD epsilon --delta 1e-5 array:file=a.csv
