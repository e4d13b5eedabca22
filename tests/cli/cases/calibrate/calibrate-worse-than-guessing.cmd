"$PLD" calibrate --fpr 0.1 --tpr 0.1 gaussian:sigma=solve
