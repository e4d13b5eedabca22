# Truth: the closed form of the Gaussian mechanism in 40-digit arithmetic.
$PLD epsilon --json --delta 1e-400 gaussian:sigma=1 >answer && sh "$TOOLS/inside.sh" epsilon 43.221913203456106 4.4e-3 <answer
