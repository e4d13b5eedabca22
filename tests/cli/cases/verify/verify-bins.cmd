# No contour and no list of outcomes: laws in doubles, and the verdict says so.
$PLD epsilon --json --verify --delta 1e-5 --tolerance 1e-3 poisson-laplace:q=0.1,b=0.25@3 >result.json || exit 9
$PLD verify result.json | tail -n 1
grep -E '"(doubles|precision)"' result.json
