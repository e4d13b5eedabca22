$PLD mechanisms --json | sed -n '1,30p'
$PLD mechanisms --json gaussian
