for i in 1 2 3 4 5; do echo "in,$i"; echo "out,$i"; done >scores.csv
$PLD audit --scores scores.csv --threshold split --delta 0
