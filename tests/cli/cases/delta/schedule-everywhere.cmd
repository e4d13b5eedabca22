printf 'randomized-response:epsilon=1,2\napprox-dp:epsilon=1@3\n' >s.csv
$PLD delta --epsilon 4 --schedule s.csv | head -n 3
$PLD curve --delta 0 --compositions 1,2 --schedule s.csv | awk 'NF == 5 { print $1, $3 }'
$PLD compare --delta 0 --methods naive --schedule s.csv | grep "^naive"
$PLD renyi --order inf --schedule s.csv randomized-response:epsilon=1 | grep "^inf"
