$PLD delta --epsilon 0 poisson:q=0.01,of=approx-dp,epsilon=0.05,sensitivity=100
