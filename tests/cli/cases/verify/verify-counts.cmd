# Sampled and unsampled discrete steps of several kinds, and the same result with all of its numbers a little smaller.
$PLD epsilon --json --delta 1e-5 --tolerance 1e-9 poisson:q=0.1,of=randomized-response,epsilon=1,k=3@20 discrete-laplace:b=4@9 >result.json || exit 9
$PLD verify result.json | tail -n 1
sed 's/\(er": [0-9][.][0-9][0-9]\)[0-9]/\10/' result.json | $PLD verify - | tail -n 1
