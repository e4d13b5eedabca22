printf 'gaussian:sigma=1@2,3\n' >s.csv
$PLD epsilon --delta 1e-5 --schedule s.csv
