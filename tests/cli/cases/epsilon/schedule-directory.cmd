mkdir s.csv
$PLD epsilon --delta 1e-5 --schedule s.csv
