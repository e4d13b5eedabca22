# The caveat of a family is there once, however many mechanisms have it.
H=hypergeometric-gaussian:N=60000,B=256,k=1,sigma=1@10
$PLD epsilon --delta 1e-5 $H $H | grep -c '^note: '
