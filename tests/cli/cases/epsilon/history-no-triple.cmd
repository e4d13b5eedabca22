echo '{"history": [[1.0, 0.01]]}' >history.json
$PLD epsilon --delta 1e-5 --history history.json
