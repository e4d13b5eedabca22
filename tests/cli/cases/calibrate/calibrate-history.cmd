# The noise of the rest of a run.
echo '[[1.0, 0.01, 600]]' >history.json
$PLD calibrate --epsilon 3 --delta 1e-5 --history history.json poisson-gaussian:q=0.01,sigma=solve@1000
