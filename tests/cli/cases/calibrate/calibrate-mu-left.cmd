$PLD calibrate --mu 0.5 --fpr-min 1e-3 laplace:b=8@10 gaussian:sigma=20@solve
