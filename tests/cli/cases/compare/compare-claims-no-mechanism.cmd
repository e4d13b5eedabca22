printf 'epsilon\n2\n' >claims.csv
$PLD compare --delta 1e-5 --claims claims.csv
