# A forced sweep that died: the old file is there, and the journal has one of two points.
cat >e.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=1", "vary": {"sigma": [1, 2]}, "delta": 1e-5}
JSON
$PLD sweep e.json -o old.h5
cp old.h5 a.h5
(ulimit -f 2; $PLD sweep e.json -o a.h5 --force --threads 1)
sed 's/^pld.journal.*/header/' a.h5.journal | cut -d ' ' -f 1
$PLD sweep e.json -o a.h5 --resume --force && cmp a.h5 old.h5 && ls
