cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": [1, 2.5]}, "compositions": "1..4:x2", "delta": 1e-5, "tolerance": 0.5}
JSON
for part in 1 2; do $PLD sweep e.json -o part-$part.h5 --shard $part/2 2>/dev/null; done
cp part-1.h5 copy.h5
$PLD merge part-*.h5 copy.h5 -o all.h5
