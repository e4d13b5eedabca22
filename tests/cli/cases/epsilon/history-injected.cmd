echo '[["1,removed=2", 0.01, 5]]' >history.json
$PLD epsilon --delta 1e-5 --history history.json
