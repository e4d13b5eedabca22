echo '[[1.0, 0.01, 1000]]' >history.json
$PLD statement --delta 1e-5 --history history.json
