echo '[[1.0, 0.01, 600], [0.0, 0.01, 1]]' >history.json
$PLD epsilon --delta 1e-5 --history history.json
