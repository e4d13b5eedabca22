$PLD statement --delta 1e-5 --groups 0 gaussian:sigma=2
