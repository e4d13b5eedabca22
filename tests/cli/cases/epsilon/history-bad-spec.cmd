echo '{"events": ["laplace:b=2", "laplce:b=2"]}' >history.json
$PLD epsilon --delta 1e-5 --history history.json 2>&1 | head -n 1
