$PLD calibrate --mu 1 --fpr-min 0.1 --epsilon 2 laplace:b=solve
