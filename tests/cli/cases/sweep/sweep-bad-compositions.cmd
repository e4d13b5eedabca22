cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "delta": 1e-5, "compositions": "1..9"}
JSON
$PLD sweep e.json -o a.h5
