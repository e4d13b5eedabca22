echo '{"model": [1, 2]}' >history.json
$PLD epsilon --delta 1e-5 --history history.json
