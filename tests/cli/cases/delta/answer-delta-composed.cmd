# Truth: the closed form of the Gaussian mechanism in 40-digit arithmetic.
$PLD delta --json --epsilon 8 --tolerance 1e-4 gaussian:sigma=20@1000 >answer && sh "$TOOLS/inside.sh" delta 2.4968841162274017e-6 2.5e-10 <answer
