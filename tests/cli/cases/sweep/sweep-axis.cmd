cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.1,sigma=1", "vary": {"k": "1..3:+1", "sigma": [2, 3]}, "axis": "k", "series": "mine", "delta": 1e-5, "tolerance": 0.5}
JSON
$PLD sweep e.json -o a.h5
$PLD export a.h5 --csv | cut -d, -f1-5
