# A certificate that is no good proves nothing, and hinders nothing.
$PLD epsilon --json --verify --delta 1e-5 poisson-gaussian:q=0.01,sigma=4@10000 | sed "s/\"tilt\": .*,/\"tilt\": 0.001,/; s/\"period\": .*,/\"period\": 1e-3,/" | $PLD verify - | tail -n 1
