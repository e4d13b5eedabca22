cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "delta": 1e-5}
JSON
$PLD sweep e.json -o a.h5
$PLD sweep e.json -o a.h5; echo "exit $?"
$PLD sweep e.json -o a.h5 --resume; echo "exit $?"
cp a.h5 b.h5
$PLD sweep e.json -o a.h5 --force && cmp a.h5 b.h5
