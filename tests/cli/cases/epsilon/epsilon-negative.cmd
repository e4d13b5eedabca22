$PLD delta --epsilon -0.1 gaussian:sigma=1
