# The number to report, rounded up, or why there is none: everything that is no guarantee has none.
report() { echo "$*"; $PLD "$@" 2>/dev/null | grep '^report'; }
report epsilon --delta 1e-5 gaussian:sigma=1
report epsilon --delta 1e-5 gaussian:sigma=1 laplace:b=10
report epsilon --delta 0 laplace:b=3
report epsilon --delta 0 gaussian:sigma=1
report epsilon --delta 1e-5 --adjacency replace gaussian:sigma=2
report epsilon --delta 1e-5 --adjacency add gaussian:sigma=2
report epsilon --delta 1e-5 --adjacency add randomized-response:epsilon=1
report epsilon --delta 1e-5 --adjacency replace fixed-size:N=100,B=10,sigma=2@10
report epsilon --delta 1e-5 hypergeometric-gaussian:N=100,B=10,k=1,sigma=2@10
report epsilon --delta 1e-5 gaussian:sigma=3 hypergeometric-gaussian:N=100,B=10,k=1,sigma=2,shift=2@10
report epsilon --delta 1e-5 poisson-gaussian:q=0.1,sigma=2,removed=2,added=1
report epsilon --delta 1e-5 gaussian:sigma=3 mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0
report epsilon --delta 1e-5 approx-dp:epsilon=0.1,delta=1e-4
report epsilon --delta 1e-5 noisy-vote:b=10
report delta --epsilon 1 gaussian:sigma=1
report delta --epsilon 1 gaussian:sigma=1e-3
report delta --epsilon 900 gaussian:sigma=1
report delta --epsilon 1 --adjacency remove gaussian:sigma=1
for spec in gaussian:sigma=1 hypergeometric-gaussian:N=100,B=10,k=1,sigma=2; do
    $PLD epsilon --json --delta 1e-5 $spec | grep '"report"'
    $PLD delta --json --epsilon 1 $spec | grep '"report"'
done
$PLD delta --json --epsilon 900 gaussian:sigma=1 | grep '"report"'
# The bracket is wider than asked for, and valid.
$PLD epsilon --delta 1e-5 --engine transforms --bucket-width 0.1 poisson-gaussian:q=0.1,sigma=1@5 2>/dev/null | grep '^report'
