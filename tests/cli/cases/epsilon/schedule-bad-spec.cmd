printf '# one\ngaussian:sigma=1,2\n\ngausian:sigma=1,2\n' >s.csv
$PLD epsilon --delta 1e-5 --schedule s.csv
