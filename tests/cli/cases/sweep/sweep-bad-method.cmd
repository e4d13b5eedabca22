cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=2", "delta": 1e-5, "methods": "rpd"}
JSON
$PLD sweep e.json -o a.h5
