# A result of ours, from a file and from standard input, with hints and without.
$PLD epsilon --json --verify --delta 1e-5 poisson-gaussian:q=0.01,sigma=4@10000 >result.json || exit 9
grep -A1 "\"verification\"" result.json
$PLD verify result.json | grep -v "delta there" | cut -c1-25 | tail -n 7
grep -v "certificate" result.json >/dev/null && $PLD verify - <result.json | tail -n 1
