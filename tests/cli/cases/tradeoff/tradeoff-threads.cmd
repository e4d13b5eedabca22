for threads in 1 2 3; do
    $PLD tradeoff --json --threads $threads --fpr 0.001,0.5 --tolerance 0.01 poisson-gaussian:q=0.05,sigma=1@200 | grep -v seconds >$threads.json
done
cmp 1.json 2.json && cmp 1.json 3.json && echo same
