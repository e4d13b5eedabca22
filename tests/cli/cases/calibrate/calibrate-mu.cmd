$PLD calibrate --mu 1 --fpr-min 0.01 laplace:b=solve@4
