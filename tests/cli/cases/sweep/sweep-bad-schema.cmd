cat >e.json <<'JSON'
{"schema": "x", "mechanisms": "gaussian:sigma=1", "delta": 1e-5}
JSON
$PLD sweep e.json -o a.h5
