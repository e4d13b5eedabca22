cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": [1, 2.5]}, "compositions": "1..4:x2", "delta": 1e-5, "tolerance": 0.5}
JSON
$PLD sweep e.json -o a.h5 --shard 1/7
