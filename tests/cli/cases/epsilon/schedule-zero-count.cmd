printf 'gaussian:sigma=1,0\n' >s.csv
$PLD epsilon --delta 1e-5 --schedule s.csv
