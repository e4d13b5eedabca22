# What is asked with a tolerance is certified with it: the same question again keeps to the target.
value=$("$PLD" calibrate --epsilon 2 --delta 1e-5 --tolerance 1e-3 --json poisson-gaussian:q=0.01,sigma=solve@1000 | sed -n 's/^  "value": \(.*\),$/\1/p')
"$PLD" epsilon --delta 1e-5 --tolerance 1e-3 --json "poisson-gaussian:q=0.01,sigma=$value@1000" | awk '$1 == "\"upper\":" { print ($2 + 0 <= 2 ? "keeps" : "exceeds"); exit }'
