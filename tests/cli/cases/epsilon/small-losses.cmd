# Losses far below the digits of 1: their sum is the answer at delta = 0. Truths: steps times the loss.
check() { sh "$TOOLS/inside.sh" "$@" <answer; }
$PLD epsilon --json --delta 0 randomized-response:epsilon=1e-17@1e10 >answer && check epsilon 1e-7 1e-19
$PLD epsilon --json --delta 0 approx-dp:epsilon=1e-17@1e10 >answer && check epsilon 1e-7 1e-19
$PLD epsilon --json --delta 0 discrete-laplace:b=1e17@1e10 >answer && check epsilon 1e-7 1e-19
$PLD delta --json --epsilon 0 randomized-response:epsilon=1e-17 >answer && check delta 5e-18 1e-28
$PLD delta --json --epsilon 0 poisson:q=1e-18,of=randomized-response,epsilon=1e-3 >answer && check delta 4.9999995833333750e-22 1e-30
