$PLD curve --delta 1e-4 --compositions 1,2 --tolerance 1e-2 --adjacency replace fixed-size:N=100,B=10,sigma=2 -o gap.h5 >/dev/null
$PLD info gap.h5 | grep -E '^  (gap |adjacency|tolerance_reached|tolerance_met)'
$PLD export gap.h5 --csv | cut -d, -f1-3,5,8,11,14,15
$PLD export gap.h5 --json | grep '"gap": "theory"'
$PLD tradeoff --fpr 0.1 --adjacency replace fixed-size:N=100,B=10,sigma=2 -o tradeoff.h5 >/dev/null
$PLD info tradeoff.h5 | grep -E '^  (gap|columns)'
cat >sweep.json <<'END'
{"schema": "pld.experiment/1", "mechanisms": "fixed-size:N=100,B=10,sigma=2", "vary": {"sigma": [2, 4]}, "compositions": [1], "delta": 1e-4,
 "tolerance": 1e-2, "adjacency": "replace"}
END
$PLD sweep sweep.json -o one.h5 --shard 1/2 >/dev/null && $PLD sweep sweep.json -o two.h5 --shard 2/2 >/dev/null
$PLD merge one.h5 two.h5 -o swept.h5
$PLD export swept.h5 --csv | cut -d, -f1-4,15,16
