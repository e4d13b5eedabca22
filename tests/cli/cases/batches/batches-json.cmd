$PLD batches --delta 1e-5 --adjacency zero-out --json --relative-tolerance 1e-2 dp-sgd:N=1000,batch=50,epochs=4,sigma=1 >answer.json
grep -e scheme -e gap -e reason answer.json
