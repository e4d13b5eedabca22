$PLD epsilon --json --delta 1e-5 --adjacency zero-out poisson-gaussian:q=0.1,sigma=2 | sed -n '/direction_names/,/}/p'
$PLD epsilon --json --delta 1e-5 --adjacency replace gaussian:sigma=2 | sed -n '/direction_names/,/}/p'
$PLD delta --json --epsilon 1 --adjacency add gaussian:sigma=2 | sed -n '/direction_names/,/}/p'
$PLD epsilon --delta 1e-5 --adjacency replace --verify gaussian:sigma=2 | grep proven | cut -c 1-25
