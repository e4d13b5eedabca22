$PLD gdp --fpr-min 0.01 gaussian:sigma=0.1
