cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": [1, 2.5]}, "compositions": "1..4:x2", "delta": 1e-5, "tolerance": 0.5}
JSON
for part in 1 2 3 4; do $PLD sweep e.json -o part-$part.h5 --shard $part/4; done
$PLD merge part-2.h5 part-4.h5 part-3.h5 part-1.h5 -o all.h5
$PLD sweep e.json -o whole.h5
$PLD export all.h5 --csv >all.csv
$PLD export whole.h5 --csv | cmp - all.csv && echo the same
$PLD info part-3.h5 | head -4
ls
