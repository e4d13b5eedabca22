$PLD renyi --order 2 --tolerance 1e-15 gaussian:sigma=1 >/dev/null
