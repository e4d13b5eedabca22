echo '# nothing' >s.csv
$PLD epsilon --delta 1e-5 --schedule s.csv gaussian:sigma=1
