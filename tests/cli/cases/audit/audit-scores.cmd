{
    for i in 7 3 9 8 5 9 6 8 9 4; do echo "in,$i"; done
    echo "# without the record"
    for i in 1 2 0 3 1 2 1 0 4 2; do echo "out,$i"; done
} >scores.csv
$PLD audit --scores scores.csv --threshold split --delta 0
$PLD audit --scores scores.csv --threshold any --delta 0 | head -3
