printf 'compositions,epsilon\n1,2\n2,x\n' >claims.csv
$PLD compare --delta 1e-5 --claims claims.csv gaussian:sigma=1
