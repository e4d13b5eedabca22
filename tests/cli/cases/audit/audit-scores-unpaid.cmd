echo in,1 >scores.csv
$PLD audit --scores scores.csv --delta 0
