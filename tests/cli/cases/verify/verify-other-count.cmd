$PLD epsilon --json --delta 1e-5 gaussian:sigma=2@10 | sed "s/sigma=2@10/sigma=2@9/" | $PLD verify -
