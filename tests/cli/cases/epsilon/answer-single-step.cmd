# Truth: the closed form of the Gaussian mechanism in 40-digit arithmetic.
$PLD epsilon --json --delta 1e-5 gaussian:sigma=1 >answer && sh "$TOOLS/inside.sh" epsilon 4.3771780956812246 4.4e-4 <answer
