# Truth: a contour integral in 30-digit arithmetic.
$PLD epsilon --json --delta 1e-5 hypergeometric-gaussian:N=60000,B=256,k=2,sigma=2,shift=2@1024 >answer && sh "$TOOLS/inside.sh" epsilon 1.5779698609268612 1.6e-4 <answer
