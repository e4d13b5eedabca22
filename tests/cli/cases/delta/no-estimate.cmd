# A direction that does not decide, and a bracket that is wider than asked, have no estimate: a third of the way up is none.
$PLD delta --tolerance 1e-3 --epsilon 8 --buckets 2000 poisson-laplace:q=0.01,b=0.6@1000 | grep '^add' | awk '{ print $2, $3 }'
$PLD delta --json --tolerance 1e-3 --epsilon 8 --buckets 2000 poisson-laplace:q=0.01,b=0.6@1000 | grep -A3 '"add": {' | grep -c '"estimate": null'
$PLD epsilon --json --buckets 16 --delta 1e-5 poisson-gaussian:q=0.3,sigma=0.3@4000 >wide.json 2>/dev/null
echo "exit $?"
grep -c '"estimate": null' wide.json
