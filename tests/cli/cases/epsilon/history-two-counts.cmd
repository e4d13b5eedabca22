echo '{"events": [["laplace:b=2@3", 4]]}' >history.json
$PLD epsilon --delta 1e-5 --history history.json
