# A line that is damaged costs its own point only.
cat >experiment.json <<'JSON'
{"schema": "pld.experiment/1", "mechanisms": "poisson-gaussian:q=0.01,sigma=1@100", "vary": {"sigma": "2..6:+1"}, "axis": "sigma", "delta": 1e-5}
JSON
(trap '' XFSZ; ulimit -f 4; "$PLD" sweep experiment.json -o part.h5 --threads 1 2>/dev/null)
test -e part.h5.journal || echo "no journal"
pieces=$(sed 1d part.h5.journal | wc -l)
{ sed 1q part.h5.journal; echo "pld sweep: 17 of 301 points"; sed 1d part.h5.journal; } >mixed
mv mixed part.h5.journal
"$PLD" sweep experiment.json -o part.h5 --resume --threads 1 2>err
sed "s/$((5 - pieces)) computed/the others computed/" err
