$PLD compare --delta 1e-5 --claim paper=-1 gaussian:sigma=1
