$PLD audit --tp 300/1000 --fp 60/1000 gaussian:sigma=1
