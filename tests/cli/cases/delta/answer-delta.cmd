# Truth: the closed form of the Gaussian mechanism in 40-digit arithmetic.
$PLD delta --json --epsilon 1 gaussian:sigma=1 >answer && sh "$TOOLS/inside.sh" delta 0.12693673750664395 1.3e-4 <answer
