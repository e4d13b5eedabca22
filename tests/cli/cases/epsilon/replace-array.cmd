printf 'P,Q\n0.5,0.25\n0.5,0.75\n' >a.csv
$PLD epsilon --delta 1e-5 --adjacency replace array:file=a.csv
