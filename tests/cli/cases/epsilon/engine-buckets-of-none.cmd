"$PLD" epsilon --delta 1e-5 --engine closed --bucket-width 0.01 gaussian:sigma=2
