echo '{"history": [[1, 0.1, 1]], "events": []}' >history.json
$PLD epsilon --delta 1e-5 --history history.json
