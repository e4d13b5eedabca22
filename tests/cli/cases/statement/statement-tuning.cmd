search() {
    echo '{"schema": "pld.tune/1", "mechanisms": [{"resolved": "gaussian:sigma=4,sensitivity=1", "count": 1}], "adjacency": "add-remove",
    "delta": 1e-5, "runs": "geometric:mean=10", "mean_runs": 10, "epsilon": {"lower": 1.06057, "upper": 1.5102617}}'
}
search >tune.json
$PLD statement --delta 1e-5 --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-6 --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-5 --tuning tune.json gaussian:sigma=5
$PLD statement --delta 1e-5 --adjacency remove --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-5 --audience officer --tuning tune.json gaussian:sigma=4
$PLD statement --delta 1e-5 --max-examples-per-user 2 --tuning tune.json gaussian:sigma=4
