echo '[[2.0, 1.0, 10]]' >history.json
$PLD delta --epsilon 1 --history history.json
