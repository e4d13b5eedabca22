cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "quantity": "density", "mechanisms": ["gaussian:sigma=1", "gaussian:sigma=2"], "x": [0, 1]}
JSON
$PLD sweep e.json -o a.h5
