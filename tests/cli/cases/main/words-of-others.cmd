# What other programs call it is taken for what is meant.
$PLD epsilon --delta 1e-5 dp-sgd:N=60000,batch_size=256,epochs=1,sigma=1
$PLD epsilon --delta 1e-5 poisson-gaussian:q=0.1,noise_multiplier=1
$PLD epsilon --delta 1e-5 subsampled-gaussian:q=0.1,sigma=1
for words in '--sigma 2 gaussian' '--noise-multiplier 2 gaussian' '--adjacency substitution gaussian:sigma=1' '--adjacency add/remove gaussian:sigma=1' \
    'poisson-gaussian:q=0.1,sigma=1,steps=100' 'gaussian:sigma=1,q=0.1' 'gaussian:sigma=1,00'; do
    $PLD epsilon --delta 1e-5 $words 2>&1 | grep -v allowed >&2
done
$PLD delta --delta 1e-5 gaussian:sigma=1 2>&1 | grep -v allowed >&2
$PLD --delta 1e-5 gaussian:sigma=1 2>&1 | grep -v allowed >&2
$PLD gaussian:sigma=1 2>&1 | grep -v allowed >&2
exit 2
