# Truth: a contour integral in 30-digit arithmetic.
$PLD epsilon --json --delta 1e-5 --adjacency=add --tolerance=1e-3 poisson-gaussian:q=256/60000,sigma=1@16384 >answer && sh "$TOOLS/inside.sh" epsilon 2.8573716378569745 1e-3 <answer
