# '-' is standard input, whatever is read there, from a pipe and from a file, and as often as it is needed.
schedule() { printf 'poisson-gaussian:q=0.01,sigma=1,100\ngaussian:sigma=20,10\n'; }
answer() { grep -A 1 '"epsilon": {' | tail -n 1 | cut -c -20; }
schedule >schedule.csv
schedule | $PLD epsilon --json --delta 1e-5 --schedule - | answer
$PLD epsilon --json --delta 1e-5 --schedule - <schedule.csv | answer
$PLD epsilon --json --delta 1e-5 --schedule schedule.csv | answer
echo '[[1.0, 0.01, 100]]' | $PLD epsilon --json --delta 1e-5 --history - gaussian:sigma=20@10 | answer
schedule | $PLD calibrate --epsilon 3 --delta 1e-5 --schedule - gaussian:sigma=solve >from-pipe
$PLD calibrate --epsilon 3 --delta 1e-5 --schedule schedule.csv gaussian:sigma=solve >from-file
grep value from-pipe
diff from-pipe from-file | grep -e value -e limit
printf 'name,epsilon\nours,5\ntheirs,1\n' | $PLD compare --delta 1e-5 --methods none --claims - gaussian:sigma=1 2>&1 | grep -e ours -e theirs
echo '{"schema": "pld.experiment/1", "mechanisms": "gaussian:sigma=2", "compositions": "1..4:x2", "delta": 1e-5}' | $PLD sweep - -o swept.h5
$PLD export swept.h5 --csv | cut -d , -f 1-3
$PLD epsilon --json --delta 1e-5 gaussian:sigma=1 | $PLD verify - | tail -n 1
echo 'gausian:sigma=1,3' | $PLD epsilon --delta 1e-5 --schedule - 2>&1 | head -n 1
$PLD epsilon --delta 1e-5 --schedule - </dev/null
