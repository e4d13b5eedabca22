# Truth: 0.94686680076438044846 (remove), reference/epsilon.json of the project; each end 1e-12 on the wrong side.
claim() { printf "%s" "{\"schema\":\"pld.epsilon/1\",\"delta\":1e-5,\"adjacency\":\"remove\",\"mechanisms\":[{\"given\":\"poisson-gaussian:q=0.01,sigma=4@10000\"}],\"epsilon\":{\"lower\":$1,\"upper\":$2}}"; }
claim 0.946866800764 0.946866800765 | $PLD verify - | tail -n 3 | cut -c1-25
claim 0.94686680076533 0.947 | $PLD verify --json - | grep -A8 "\"ends\"" | grep verdict
claim 0.94 0.94686680076343 | $PLD verify --json - | grep -A8 "\"ends\"" | grep verdict
claim 0.94 0.94686680076343 | $PLD verify - >/dev/null
