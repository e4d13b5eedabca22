# Runs of the same length are counted together, runs of another length are another step.
$PLD epsilon --json --delta 1e-5 dp-sgd:N=5000,batch=50,epochs=2,sigma=2 dp-sgd:N=5000,batch=50,epochs=1,sigma=2 poisson-gaussian:q=50/5000,sigma=2@7 dp-sgd:N=5000,batch=50,epochs=2,sigma=2@3 | grep -e given -e count
# The answer is that of all steps together.
$PLD epsilon --json --delta 1e-5 poisson-gaussian:q=50/5000,sigma=2@907 | sh "$TOOLS/inside.sh" epsilon "$($PLD epsilon --json --delta 1e-5 dp-sgd:N=5000,batch=50,epochs=2,sigma=2@4 dp-sgd:N=5000,batch=50,epochs=1,sigma=2 poisson-gaussian:q=50/5000,sigma=2@7 | sed -n "s/,\$//; s/^    \"estimate\": //p" | head -n 1)" 1
