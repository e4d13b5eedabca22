# Truth: a contour integral in 30-digit arithmetic.
$PLD epsilon poisson-gaussian:q=256/60000,sigma=1@256 --delta 1e-5 --json >answer && sh "$TOOLS/inside.sh" epsilon 0.40647854693955426 1e-4 <answer
