$PLD delta --epsilon inf gaussian:sigma=1
