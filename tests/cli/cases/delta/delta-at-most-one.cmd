# An upper end of 1 is printed as 1, however it is rounded: delta is a probability.
$PLD delta --epsilon 0 --buckets 16 poisson-gaussian:q=0.3,sigma=0.3@4000 2>/dev/null | grep '^both' | awk '{ print $4 }'
$PLD curve --profile 0,1 --compositions 4000 --buckets 16 poisson-gaussian:q=0.3,sigma=0.3 2>/dev/null | awk '/e\+00/ { print $4 }'
