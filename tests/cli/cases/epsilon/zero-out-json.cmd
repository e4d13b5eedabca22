$PLD epsilon --json --delta 1e-6 --adjacency zero-out --relative-tolerance 1e-4 fixed-size:N=10000,B=100,sigma=2@1000 >answer.json
grep -e gap -e estimate -e tolerance_met -e adjacency answer.json
