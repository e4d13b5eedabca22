printf "in,1\nmaybe,2\n" >scores.csv
$PLD audit --scores scores.csv --threshold any --delta 0
