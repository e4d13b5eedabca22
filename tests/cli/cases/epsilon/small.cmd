# Small answers show their digits, rounded outward.
$PLD epsilon --delta 0 laplace:b=1e9 | grep -e lower -e both -e report
$PLD epsilon --delta 1e-30 approx-dp:epsilon=1e-20 | grep -e lower -e both -e report
$PLD compare --delta 0 --methods naive laplace:b=1e9 | grep tight
$PLD curve --delta 0 --compositions 1,1000000 laplace:b=1e9 | tail -n 2
