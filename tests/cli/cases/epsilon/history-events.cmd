cat >events.json <<'JSON'
{
  "schema": "pld.history/1",
  "adjacency": "add-remove",
  "events": [
    {"noise_multiplier": 1, "sample_rate": "256/60000", "steps": 1000},
    "laplace:b=20@5",
    ["laplace:b=20", 5],
    {"mechanism": "gaussian:sigma=30", "count": 3},
    {"mechanism": "gaussian:sigma=30"},
    [1.0, 0.0, 1000],
    [2.0, 0.5, 0]
  ]
}
JSON
$PLD epsilon --json --delta 1e-5 --history events.json gaussian:sigma=30 | grep '"given"\|"count"'
