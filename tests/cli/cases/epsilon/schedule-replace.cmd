printf 'gaussian:sigma=1\npoisson-laplace:q=0.1,b=1\n' >s.csv
$PLD epsilon --delta 1e-5 --adjacency replace --schedule s.csv
