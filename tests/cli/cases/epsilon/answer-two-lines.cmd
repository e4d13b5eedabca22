# Truth: a contour integral in 30-digit arithmetic.
$PLD epsilon --json --delta 1e-5 poisson-gaussian:q=256/60000,sigma=1@200 -- poisson-gaussian:q=256/60000,sigma=1@56 >answer && sh "$TOOLS/inside.sh" epsilon 0.40647854693955426 1e-4 <answer
