$PLD epsilon --epsilon 1 gaussian:sigma=1
