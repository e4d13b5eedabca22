$PLD delta --epsilon 1e999 gaussian:sigma=1
