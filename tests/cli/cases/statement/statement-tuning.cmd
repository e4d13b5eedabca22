$PLD tune --json --delta 1e-5 --runs geometric:mean=10 gaussian:sigma=4 >tune.json
$PLD statement --delta 1e-5 --tuning tune.json gaussian:sigma=4
$PLD tune --json --delta 1e-5 --runs geometric:mean=10 --adjacency remove gaussian:sigma=4 |
    $PLD statement --delta 1e-5 --tuning - --adjacency remove gaussian:sigma=4
$PLD statement --delta 1e-6 --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-5 --tuning tune.json gaussian:sigma=5
$PLD statement --delta 1e-5 --adjacency remove --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-5 --audience officer --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-5 --mu --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-5 --max-examples-per-user 2 --tuning tune.json gaussian:sigma=4
