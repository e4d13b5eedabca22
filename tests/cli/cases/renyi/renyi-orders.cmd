# Orders as they are, and what is not certified is an estimate.
$PLD renyi --order 2.123456789012,64 --adjacency add gaussian:sigma=1 | tail -n 3 | awk '{ print $1, $(NF - 1) }'
