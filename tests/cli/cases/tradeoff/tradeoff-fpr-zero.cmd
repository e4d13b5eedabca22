$PLD tradeoff --fpr 0,0.1 gaussian:sigma=1; echo "exit $?"
$PLD tradeoff --fpr 0.5..1.5:+0.5 gaussian:sigma=1; echo "exit $?"
$PLD tradeoff --fpr= gaussian:sigma=1; echo "exit $?"
$PLD tradeoff gaussian:sigma=1 --fpr
