echo '[[1.0, 0.01, 10]]' >history.json
$PLD curve --delta 1e-5 --tolerance 1e-3 --compositions 1,10 --history history.json
