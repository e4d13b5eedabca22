printf 'epsilon\n2\n' >claims.csv
$PLD compare --claims claims.csv gaussian:sigma=1
