# Truth: the closed form of the Gaussian mechanism in 40-digit arithmetic.
$PLD delta --json --epsilon 50 gaussian:sigma=1 >answer && sh "$TOOLS/inside.sh" log10_delta -535.86253419977137 5e-4 <answer
