echo '{"adjacency": "replace", "mechanisms": [["gaussian:sigma=2", 1]]}' >history.json
$PLD epsilon --delta 1e-5 --history history.json
$PLD epsilon --json --delta 1e-5 --adjacency replace --history history.json | grep '"given"'
