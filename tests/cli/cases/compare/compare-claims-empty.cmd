: >claims.csv
$PLD compare --delta 1e-5 --claims claims.csv gaussian:sigma=1
