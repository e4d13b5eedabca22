cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": [1, 2.5]}, "compositions": "1..4:x2", "delta": [1e-5, "1e-400"], "tolerance": 0.5}
JSON
$PLD sweep e.json -o a.h5
$PLD export a.h5 --csv | cut -d, -f1-4
ls
