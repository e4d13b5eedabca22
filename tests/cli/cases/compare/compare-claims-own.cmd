# What a file of ours says is checked like anybody's table: about its own mechanisms, or about those of the line.
cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.1,sigma=1", "vary": {"sigma": [2, 3]}, "compositions": [1, 8], "delta": 1e-5,
 "methods": ["rdp", "zcdp"]}
JSON
$PLD sweep e.json -o a.h5 2>/dev/null
$PLD compare --methods none --claims a.h5 --json | sed -n 's/.*"\(given\|compositions\|name\|verdict\|delta\)": \(.*[^,]\),*$/\1 \2/p'
$PLD compare --methods none --claims a.h5 poisson-gaussian:q=0.1,sigma=0.5 >/dev/null 2>err; echo "exit $?"
sed 's/says.*/.../' err
$PLD compare --methods none --claims a.h5 --adjacency remove; echo "exit $?"
$PLD compare --delta 1e-400 --methods rdp -o b.h5 gaussian:sigma=1 >/dev/null
$PLD compare --methods none --claims b.h5 | grep -e '^epsilon' -e '^rdp' | cut -c 1-29
