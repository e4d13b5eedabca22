# Without noise the answer is infinite, as whoever asks in a loop expects; the other keys are judged as ever. One possible answer says
# nothing.
for spec in gaussian:sigma=0 laplace:b=0@3 poisson-gaussian:q=0.1,sigma=0 dp-sgd:N=100,batch=10,epochs=1,sigma=0 poisson:q=0.1,of=laplace,b=0 \
    randomized-response:epsilon=3,k=1 randomized-response:p=0.9,k=1,sensitivity=2; do
    echo "$spec"
    $PLD epsilon --delta 1e-5 "$spec" | grep -e both -e report -e note
done
$PLD epsilon --delta 1e-5 poisson-gaussian:q=3,sigma=0
$PLD epsilon --delta 1e-5 mixture-gaussian:sigma=0,pw=1,pm=1,qw=1,qm=0
