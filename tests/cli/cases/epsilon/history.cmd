echo '[[1.0, 0.01, 600], [1.5, 0.01, 400], [1.0, 0.01, 400]]' >history.json
$PLD epsilon --delta 1e-5 --history history.json
