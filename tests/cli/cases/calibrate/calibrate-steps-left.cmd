"$PLD" calibrate --epsilon 4 --delta 1e-5 --json poisson-gaussian:q=0.01,sigma=1@1000 poisson-gaussian:q=0.01,sigma=2@solve | grep -E '"(schema|unknown|solved|result|value|limit|tolerance_met)"'
