printf 'array:file=nothing.csv,3\n' >s.csv
$PLD epsilon --delta 1e-5 --schedule s.csv
