$PLD statement --delta 1e-5 --mu --fpr-min 1e-3 poisson-gaussian:q=256/60000,sigma=1@14063
$PLD statement --delta 1e-5 --mu --format markdown laplace:b=1 | grep -F Gaussian
$PLD statement --delta 1e-5 --mu --format latex --adjacency remove gaussian:sigma=2 | grep -F Gaussian
$PLD statement --delta 1e-5 --fpr-min 0.01 --max-examples-per-user 2 gaussian:sigma=4 | grep -o 'mu = [^.]*[.][^;]*;'
$PLD statement --delta 1e-5 --fpr-min 0.01 --format registry gaussian:sigma=4 2>/dev/null | grep -o 'N(mu, 1) .*by squares'
$PLD statement --delta 1e-5 --fpr-min 0.01 --json gaussian:sigma=4 | sed -n '/"mu"/,/fpr_min/p'
$PLD statement --delta 1e-5 --mu poisson-gaussian:q=0.01,sigma=1@10
$PLD statement --delta 1e-5 --mu 0.5 gaussian:sigma=4
$PLD statement --delta 1e-5 --adjacency add --format registry gaussian:sigma=4
