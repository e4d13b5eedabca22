$PLD batches --delta 1e-5 gaussian:sigma=1
$PLD batches --delta 1e-5 dp-sgd:N=1000,batch=50,epochs=4,sigma=1,sampling=shuffle
