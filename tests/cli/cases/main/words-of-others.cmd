# What other programs call it is taken for what is meant.
$PLD epsilon --delta 1e-5 dp-sgd:N=60000,batch_size=256,epochs=1,sigma=1
$PLD epsilon --delta 1e-5 poisson-gaussian:q=0.1,noise_multiplier=1
$PLD epsilon --delta 1e-5 subsampled-gaussian:q=0.1,sigma=1
