# Losses above 709, where e^x of a double ends. Truths: closed forms in 40-digit arithmetic.
check() { sh "$TOOLS/inside.sh" "$@" <answer; }
$PLD epsilon --json --delta 0.3 --adjacency remove poisson-laplace:q=0.5,b=0.001 >answer && check epsilon 997.47427135569172385 1e-6
$PLD epsilon --json --delta 0.3 --adjacency remove poisson:q=0.5,of=laplace,b=0.001 >answer && check epsilon 997.47427135569172385 1e-6
$PLD epsilon --json --delta 1e-3 poisson-laplace:q=0.0015,b=1,sensitivity=1000 >answer && check epsilon 991.30048525178980797 1e-6
$PLD epsilon --json --delta 0 poisson-laplace:q=0.5,b=0.001 >answer && check epsilon 999.30685281944003387 1e-9
$PLD delta --json --epsilon 900 poisson-laplace:q=0.5,b=0.001 >answer && check delta 0.5 1e-6
