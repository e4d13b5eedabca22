$PLD statement --delta 1e-5 --groups 2 exponential:epsilon=0.1@10
$PLD epsilon --delta 1e-5 --verify exponential:epsilon=0.1@10 | tail -3
