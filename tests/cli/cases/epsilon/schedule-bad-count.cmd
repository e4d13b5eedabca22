printf 'gaussian:sigma=1,2\ngaussian:sigma=1,many\n' >s.csv
$PLD epsilon --delta 1e-5 --schedule s.csv
