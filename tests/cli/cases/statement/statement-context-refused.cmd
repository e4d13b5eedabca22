$PLD statement --delta 1e-5 --model cloud gaussian:sigma=4
$PLD statement --delta 1e-5 --audience boss gaussian:sigma=4
$PLD statement --delta 1e-5 --fpr 0.1 gaussian:sigma=4
$PLD statement --delta 1e-5 --max-examples-per-user 0 gaussian:sigma=4
$PLD statement --delta 1e-5 --max-examples-per-user 2 --groups 2 gaussian:sigma=4
$PLD statement --delta 1e-5 --max-examples-per-user 2 --verify gaussian:sigma=4
$PLD statement --delta 1e-5 --max-examples-per-user 2 --adjacency replace gaussian:sigma=4
$PLD statement --delta 1e-5 --max-examples-per-user 2 noisy-vote:b=4
