$PLD audit --tp 300/1000 --fp 20/1000 --delta 1e-5 gaussian:sigma=1
