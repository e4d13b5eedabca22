# Of a pair that only dominates its mechanism the verdict says so.
$PLD epsilon --verify --delta 1e-5 approx-dp:epsilon=1,delta=1e-6@3 | tail -n 1
