echo '[[1.0, 0.01, 5], [1.0, 1.5, 10]]' >history.json
$PLD epsilon --delta 1e-5 --history history.json
