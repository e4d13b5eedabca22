cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": [1, 2.5]}, "compositions": "1..4:x2", "delta": 1e-5, "tolerance": 0.5}
JSON
$PLD sweep e.json --dry-run --threads 2 | sed 's/[0-9.e-]* s,/X s,/; s/in [0-9.e-]* s:.*/in X s: POINT/; s/about [0-9.e-]* s/about X s/; /^memory/s/[0-9].*/M/'
$PLD sweep e.json -o a.h5 --shard 2/4 2>/dev/null
$PLD sweep e.json -o a.h5 --shard 2/4 --resume --dry-run
ls
