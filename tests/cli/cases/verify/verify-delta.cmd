# Truth: the closed form of the Gaussian mechanism in 40-digit arithmetic.
$PLD delta --verify --epsilon 1 gaussian:sigma=1 | tail -n 1
$PLD delta --json --epsilon 1 gaussian:sigma=1 | $PLD verify - | tail -n 1
printf "%s" "{\"schema\":\"pld.delta/1\",\"epsilon\":1,\"adjacency\":\"add-remove\",\"mechanisms\":[\"gaussian:sigma=1\"],\"delta\":{\"lower\":0.12693673750665,\"upper\":1}}" | $PLD verify - | tail -n 4
