printf 'epsilon\n9\n' >claims.csv
$PLD compare --json --delta 1e-5 --methods none --claims claims.csv gaussian:sigma=1 | grep -o '"\(points\|compositions\|given\|name\|verdict\)".*'
