$PLD curve --delta 1e-5 --compositions 1 -o a.h5 gaussian:sigma=1 >/dev/null
$PLD compare --claims a.h5; echo "exit $?"
head -c 700 a.h5 >b.h5
$PLD compare --claims b.h5; echo "exit $?"
cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": [2, 3]}, "axis": "sigma", "delta": 1e-5, "methods": ["rdp"]}
JSON
$PLD sweep e.json -o c.h5 2>/dev/null
$PLD compare --claims c.h5; echo "exit $?"
