# Truth: a contour integral in 30-digit arithmetic.
$PLD epsilon --json --delta 1e-5 --adjacency remove poisson-gaussian:q=256/60000,sigma=1@16384 >answer && sh "$TOOLS/inside.sh" epsilon 3.0696978848608449 3.1e-4 <answer
